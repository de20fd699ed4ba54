// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.operate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A unit file of systemd, as far as its rules matter here: systemd.service(5). */
record SystemdUnit(Map<String, String> settings) {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Z_]+)}");

    /** By section and key, as in {@code Service.ExecStart}. */
    static SystemdUnit parse(String text) {
        Map<String, String> settings = new LinkedHashMap<>();
        String section = "";
        for (String line : text.lines().toList()) {
            if (line.startsWith("[")) {
                section = line.substring(1, line.length() - 1);
            } else if (!line.isBlank()) {
                int equals = line.indexOf('=');
                String before = settings.put(section + "." + line.substring(0, equals), line.substring(equals + 1));
                if (before != null) {
                    throw new AssertionError("twice in the unit: " + line);
                }
            }
        }
        return new SystemdUnit(settings);
    }

    String service(String key) {
        String value = settings.get("Service." + key);
        if (value == null) {
            throw new AssertionError("the unit has no " + key + " in [Service]");
        }
        return value;
    }

    Duration seconds(String key) {
        return Duration.ofSeconds(Long.parseLong(service(key)));
    }

    /** Whether a failure of this command counts for nothing. */
    boolean mayFail(String key) {
        return service(key).startsWith("-");
    }

    /** The words of a command. There is no shell: only variables in braces are replaced, and each stays one word. */
    List<String> command(String key, Map<String, String> environment) {
        List<String> words = new ArrayList<>();
        for (String word : service(key).replaceFirst("^-", "").split(" ")) {
            words.add(VARIABLE.matcher(word).replaceAll(found -> {
                String value = environment.get(found.group(1));
                if (value == null) {
                    throw new AssertionError("the unit has no value for " + found.group());
                }
                return Matcher.quoteReplacement(value);
            }));
        }
        return words;
    }

    /** The lines of an environment file. */
    static Map<String, String> environment(String text) {
        Map<String, String> variables = new LinkedHashMap<>();
        text.lines()
                .forEach(line ->
                        variables.put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1)));
        return variables;
    }
}
