// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture.holds;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The log of one process, read back.
 *
 * @param finished whether it ended in order; else it was killed, and what it waited for then has no end
 */
public record ProcessLog(String node, List<HoldHistory> histories, boolean finished) {
    public static ProcessLog read(String node, Path file) throws IOException {
        String text = Files.readString(file);
        // A last line without an end is one that a killed process could not finish.
        return of(node, text.substring(0, text.lastIndexOf('\n') + 1).lines().toList());
    }

    static ProcessLog of(String node, List<String> lines) {
        Map<Long, HoldHistory> histories = new LinkedHashMap<>();
        boolean finished = false;
        for (String line : lines) {
            String[] words = line.split(" ");
            if (words[0].equals(HoldLog.FINISH)) {
                finished = true;
                continue;
            }
            long id = Long.parseLong(words[1]);
            if (words[0].equals(HoldLog.ASK)) {
                histories.put(id, new HoldHistory(node, words[2], words[3].equals("shared"), Long.parseLong(words[4])));
                continue;
            }
            HoldHistory history = histories.get(id);
            if (history == null) {
                throw new IllegalArgumentException("Nobody asked for what this line of " + node + " is about: " + line);
            }
            add(history, words);
        }
        return new ProcessLog(node, new ArrayList<>(histories.values()), finished);
    }

    private static void add(HoldHistory history, String[] words) {
        switch (words[0]) {
            case HoldLog.HELD -> {
                history.fence = Long.parseLong(words[2]);
                history.begin = Long.parseLong(words[3]);
            }
            case HoldLog.UNTIL -> history.seen(Long.parseLong(words[2]), Long.parseLong(words[3]));
            case HoldLog.OVER -> history.over(Long.parseLong(words[2]));
            case HoldLog.END -> history.ended(Long.parseLong(words[2]));
            case HoldLog.LOST -> {
                history.lostAt = Long.parseLong(words[2]);
                history.lossReason = words[3];
            }
            case HoldLog.FAILED -> history.failure = words[3];
            case HoldLog.REFUSED -> history.writeRefused = true;
            default -> throw new IllegalArgumentException("Not a line of such a log: " + String.join(" ", words));
        }
    }
}
