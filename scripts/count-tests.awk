# Reads ctest's JUnit report; counts what ran inside it: Qt Test functions (one for each data row), or one for a test of
# another kind. Prints the failed and the skipped ones and "N passed, N failed, N skipped"; exits 1 if anything failed.
# ctest's own exit status comes as the variable `status`.

function text(xml) {
    gsub(/&lt;/, "<", xml); gsub(/&gt;/, ">", xml); gsub(/&quot;/, "\"", xml); gsub(/&apos;/, "'", xml); gsub(/&amp;/, "\\&", xml)
    return xml
}
function attribute(line, key,    at) {
    at = index(line, " " key "=\"")
    if (!at) return ""
    line = substr(line, at + length(key) + 3)
    return text(substr(line, 1, index(line, "\"") - 1))
}
function outcome(line) { sub(/^[A-Z!]+ *: /, "", line); return text(line) }

/<testcase / {
    name = attribute($0, "name"); state = attribute($0, "status"); why = ""; inside = 1
    p = f = s = 0
    programs++
}
inside && /<skipped / { why = attribute($0, "message") }
inside { sub(/^[ \t]*<system-out>/, "") }
inside && /^PASS   : / && !/::(init|cleanup)TestCase\(\)$/ { p++ }
inside && /^(FAIL!|XPASS|QFATAL) +: / { f++; failures[++failed_lines] = name ": " outcome($0) }
inside && /^SKIP   : / { s++; skips[++skip_lines] = name ": " outcome($0) }
/<\/testcase>/ {
    inside = 0
    if (state == "fail" && f == 0) {
        f = 1
        failures[++failed_lines] = name ": did not finish or did not exit well"
    } else if (state == "notrun" && why !~ /^SKIP_/) {
        f = 1
        failures[++failed_lines] = name ": " (why == "" ? "not run" : why)
    } else if (state == "notrun" || state == "disabled") {
        s++
        skips[++skip_lines] = name ": " (why == "" ? "disabled" : "skipped as a whole (" why ")")
    } else if (state == "run" && p + f + s == 0) {
        p = 1
    }
    passed += p; failed += f; skipped += s
}
END {
    if (status != 0 && failed == 0) {
        failed = 1
        failures[++failed_lines] = "ctest: exit status " status
    }
    if (failed_lines) {
        print "\nFailed:"
        for (i = 1; i <= failed_lines; i++) print "  " failures[i]
    }
    if (skip_lines) {
        print "\nSkipped:"
        for (i = 1; i <= skip_lines; i++) print "  " skips[i]
    }
    printf "\nRan %d test functions in %d programs; %d skipped\n", passed + failed + skipped, programs, skipped
    printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
    exit failed > 0 || passed == 0
}
