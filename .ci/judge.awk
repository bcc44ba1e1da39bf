# Judges the output of the acceptance scripts by the list of expected failures.
#
#   awk -f judge.awk expected-failures.txt acceptance.log
#
# An expected failure is `script | point | reason`. A point that fails without being listed, and a listed one that passes or does not run although its
# script did, is a failure. Prints what is wrong, then one line for the caller: TOTALS passed failed skipped.

function trim(text) {
    gsub(/^[ \t]+|[ \t]+$/, "", text)
    return text
}

function key(script, point) {
    return script " | " point
}

function passes(point) {
    if (key(script, point) in reason) {
        seen[key(script, point)] = 1
        complain("passes, but is listed as an expected failure: " key(script, point))
    } else {
        passed++
    }
}

function fails(point) {
    if (key(script, point) in reason) {
        seen[key(script, point)] = 1
        skipped++
    } else {
        complain("fails: " key(script, point))
    }
}

function complain(text) {
    failed++
    print "# " text
}

function end_of_script() {
    if (java_tests != "") {
        split(java_tests, count, " ")
        passed += count[1] - count[2] - count[3] - count[4]
        skipped += count[4]
        if (count[2] + count[3] > 0) {
            complain((count[2] + count[3]) " tests fail: " script)
        }
    }
    java_tests = ""
}

FNR == NR {
    if ($0 !~ /^[ \t]*(#|$)/) {
        fields = split($0, field, "|")
        if (fields < 3 || trim(field[3]) == "") {
            complain("a line without `script | point | reason`: " $0)
        } else {
            reason[key(trim(field[1]), trim(field[2]))] = trim(field[3])
            script_of[key(trim(field[1]), trim(field[2]))] = trim(field[1])
        }
    }
    next
}

/^== / {
    end_of_script()
    script = substr($0, 4)
    if (script ~ /: skipped, /) {
        print "# skipped: " script
        skipped++
    } else {
        ran[script] = 1
    }
    next
}

/^ok [0-9]+ - .*# SKIP/ { skipped++; next }
/^ok [0-9]+ - / { sub(/^ok [0-9]+ - /, ""); passes($0); next }
/^not ok [0-9]+ - / { sub(/^not ok [0-9]+ - /, ""); failed_points[script]++; fails($0); next }
/^# .* stopped before its end, exit status / { stopped[script] = 1; fails("stopped before its end"); next }
/^# .*: exit status [0-9]+ without a failed point$/ { fails("exit status"); next }
/^# RESTART_CMD failed/ { fails("restart command"); next }
/Tests run: [0-9]+, Failures: [0-9]+, Errors: [0-9]+, Skipped: [0-9]+$/ {
    gsub(/[^0-9,]/, "")
    split($0, number, ",")
    java_tests = number[1] " " number[2] " " number[3] " " number[4]
    next
}

END {
    end_of_script()
    for (point in reason) {
        if ((script_of[point] in ran) && !(script_of[point] in stopped) && !(point in seen)) {
            complain("is listed as an expected failure, but did not run: " point)
        }
    }
    print "TOTALS " passed + 0 " " failed + 0 " " skipped + 0
}
