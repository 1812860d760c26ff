# shellcheck shell=bash

# unset_variables COMPILER FLAG...: the variables that one way to their use leaves without a value, as g++ follows it
# through branches, loops and inlined calls (arrays that a loop fills it does not follow). A line for each: the function,
# of a program on the emulator `device` for all of the device's, a tab, and FILE:LINE: NAME: may have no value here.
unset_variables() {
  LC_ALL=C run_tool "$@" -O1 -Wno-attributes -Wuninitialized -Wmaybe-uninitialized -S -o /dev/null 2>&1 | sed -nE "
    /: In (member |static )*function /h
    /(: In .*function|inlined from) .*__device_code/{s/.*/device/;h}
    /warning: '.*-W(maybe-)?uninit/{G;s#^([^:]*:[0-9]+):.*: '(.*)' (is|may be) used[^\n]*\n(.*)#\4\t\1: \2: may have no value here#p}
  " | awk '!said[$0]++'
}
