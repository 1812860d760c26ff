#pragma once

#include "ladder/engine/emulator/language/headers/nvToolsExt.h"
