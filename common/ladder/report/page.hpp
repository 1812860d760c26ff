// The page that ./learn show writes.
#pragma once

#include <string>
#include <vector>

namespace ladder {

// The empty page, which is kept as common/learn/show.html, with the runs in the place of its marker: what
// show_to_json() gave for each executable; and with what recorded_to_json() gave. They stand there as data, in which no
// "<" is left that could end it. Throws an exception where a run is no JSON, or where the page does not have the marker
// once.
std::string page_of(const std::string& empty_page, const std::vector<std::string>& runs,
                    const std::string& recorded = "{}");

}  // namespace ladder
