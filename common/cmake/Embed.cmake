# Writes OUTPUT: the text of all FILES, one behind the other, as the string NAME. Called while building:
#   cmake -D OUTPUT=.. -D NAME=.. -D "FILES=..;.." -P Embed.cmake
set(text "")
foreach(file IN LISTS FILES)
  file(READ ${file} one)
  string(APPEND text "${one}")
endforeach()
file(WRITE ${OUTPUT} "extern const char* const ${NAME};\nconst char* const ${NAME} = R\"source(${text})source\";\n")
