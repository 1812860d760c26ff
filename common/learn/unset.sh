# shellcheck shell=bash

# unset_variables COMPILER FLAG...: the variables that one way to their use leaves without a value, as g++ follows it
# through branches, loops and inlined calls (arrays that a loop fills it does not follow, and lanes whose value a shuffle
# leaves aside it does not know); and functions of either side that may end without their return. A line for each,
# `device` for what is a program's on the device and `other` for all else, and a tab: FILE:LINE: NAME: may have no value here.
unset_variables() {
  # Without these, a way without a value is taken as any other before it is looked at.
  local ways=(-fno-tree-{ccp,vrp,fre,copy-prop,forwprop,phiprop})
  LC_ALL=C run_tool "$@" -O1 "${ways[@]}" -Wno-attributes -Wreturn-type -Wuninitialized -Wmaybe-uninitialized -S -o /dev/null 2>&1 |
    awk '
      /: In .*function / { is_of_device = /__device_code/; place = "" }
      /inlined from .*__device_code/ {
        is_of_device = 1
        place = $0
        sub(/^.* at /, "", place)
      }
      /warning: .*-W(maybe-)?uninit/ && !/warp_functions.hpp/ {
        name = $0
        sub(/^.*warning: \047/, "", name)
        sub(/\047 (is|may be) used.*/, "", name)
        gsub(/\.[A-Za-z_0-9:<>, ]*::/, ".", name)
        at = /common\/ladder\/emulator\/.*: warning: / ? place : $0
        match(at, /^[^:]+:[0-9]+/)
        at = substr(at, RSTART, RLENGTH)
        tell()
        if (at != "") said = (is_of_device ? "device" : "other") "\t" at ": " name ": may have no value here"
      }
      /warning: (no return statement|control reaches end of non-void)/ {
        tell()
        match($0, /^[^:]+:[0-9]+/)
        said = "device\t" substr($0, RSTART, RLENGTH) ": what is returned may have no value here: is a return missing?"
      }
      /note: .* was declared here/ && said != "" {
        match($0, /:[0-9]+/)
        said = said "; it is declared in line " substr($0, RSTART + 1, RLENGTH - 1)
      }
      END { tell() }
      function tell() {
        if (said != "" && !told[said]++) print said
        said = ""
      }'
}

# remark_unset FOLDER NAME: those in the kernels of NAME, a chapter's or an exercise's, whose files are in FOLDER: what may
# be the cause of what is wrong, and shows in the source alone.
remark_unset() {
  local compiler place=$build/${1%/exercise*}/$2
  [[ -f $build/try/settings.sh && -f ${place}_emulated.cpp ]] || return 0
  compiler=$(sed -n "s/^compiler='\(.*\)'$/\1/p" "$build/try/settings.sh")
  unset_variables "$compiler" -std=c++17 -DLADDER_ENGINE=emulator -DEXERCISE="\"${place}_answer.hpp\"" \
    -I "$root/common/ladder/emulator/cuda/headers" -I "$build/cuda_headers" -I "$root/common" -I "$root" \
    "${place}_emulated.cpp" | sed -nE "s#^.*\t$root/($1/[^:]*:[0-9]+)#\1:1: remark#p"
}
