// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.example;

import io.quorate.api.Health;
import io.quorate.api.LockDescription;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.Locks;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

/** The page of a replica: who ran the job last, and who holds what. */
@RestController
class StatusPage {
    private static final int SHOWN = 10;

    private static final String PAGE = """
            <!doctype html>
            <html lang="en">
            <head><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>Replica %1$s</title>
            <style>
            body { font: 16px sans-serif; margin: 2em; max-width: 50em }
            td, th { text-align: left; padding: .2em 1em .2em 0 }
            </style></head>
            <body>
            <h1>Replica %1$s</h1>
            <p>%2$s: %3$s</p>
            <h2>Report: %4$s</h2>
            <table><tr><th>Run</th><th>Replica</th><th>Fencing token</th></tr>%5$s</table>
            <h2>Locks in the cluster</h2>
            <table><tr><th>Lock</th><th>Held by</th></tr>%6$s</table>
            <form method="post" action="orders"><button name="order" value="42">Ship order 42 (10 s)</button></form>
            </body></html>
            """;

    private final Locks locks;
    private final RunLog log;
    private final Orders orders;

    StatusPage(Locks locks, RunLog log, Orders orders) {
        this.locks = locks;
        this.log = log;
        this.orders = orders;
    }

    @GetMapping(path = "/", produces = MediaType.TEXT_HTML_VALUE)
    String page() throws IOException {
        Health health = locks.health();
        List<RunLog.Run> runs = log.all();
        String last = runs.isEmpty()
                ? "not run yet"
                : "run last by " + text(runs.get(runs.size() - 1).node());
        return PAGE.formatted(
                text(locks.nodeId()),
                text(health.state().name()),
                text(health.reason()),
                last,
                rowsOf(runs),
                rowsOfLocks());
    }

    private static String rowsOf(List<RunLog.Run> runs) {
        StringBuilder rows = new StringBuilder();
        for (int index = runs.size() - 1; index >= Math.max(0, runs.size() - SHOWN); index--) {
            RunLog.Run run = runs.get(index);
            rows.append(
                    "<tr><td>%d</td><td>%s</td><td>%d</td></tr>".formatted(index + 1, text(run.node()), run.fence()));
        }
        return rows.toString();
    }

    private String rowsOfLocks() {
        return locks.list("", SHOWN).locks().stream()
                .map(lock -> "<tr><td>%s</td><td>%s</td></tr>".formatted(text(lock.lockName()), text(holdersOf(lock))))
                .collect(Collectors.joining());
    }

    private static String holdersOf(LockDescription lock) {
        return lock.holders().stream().map(LockDescription.Party::nodeId).collect(Collectors.joining(", "));
    }

    private static String text(String words) {
        return HtmlUtils.htmlEscape(words);
    }

    /** 409 if another request, here or at another replica, ships this order now. */
    @PostMapping("/orders")
    ResponseEntity<String> ship(@RequestParam("order") String order) throws InterruptedException {
        try {
            orders.ship(order);
            return ResponseEntity.ok("Shipped by replica " + locks.nodeId() + ".\n");
        } catch (LockTimeoutException busy) {
            return ResponseEntity.status(HttpStatus.CONFLICT).body(busy.getMessage() + "\n");
        }
    }
}
