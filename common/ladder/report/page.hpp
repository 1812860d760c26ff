// A page that ./learn show writes: the one that is kept in common/learn/show.html, with what it draws inside.
#pragma once

#include <string>
#include <vector>

namespace ladder {

// The page with the runs in the place of its marker: what show_to_json() gave for each executable. They stand there as
// data, in which no "<" is left that could end it. Throws std::runtime_error where a run is no JSON, or where the page
// does not have the marker once.
std::string page_of(const std::string& empty_page, const std::vector<std::string>& runs);

}  // namespace ladder
