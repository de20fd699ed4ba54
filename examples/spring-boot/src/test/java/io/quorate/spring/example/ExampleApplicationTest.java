// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The example starts, and its page shows what happened. */
@Tag("threads")
@Tag("slow")
final class ExampleApplicationTest {
    @TempDir
    private Path folder;

    @Test
    void thePageShowsWhoRanTheReport() {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(ExampleApplication.class)
                .run(
                        "--server.port=0",
                        "--quorate.in-memory=true",
                        "--logging.level.root=warn",
                        "--example.run-log=" + folder.resolve("runs.txt"))) {
            String port = context.getEnvironment().getProperty("local.server.port");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(page(port))
                            .contains("<h1>Replica n1</h1>")
                            .contains("run last by n1")
                            .contains("<td>report</td><td>n1</td>"));
        }
    }

    private static String page(String port) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/"))
                .timeout(Duration.ofSeconds(30))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
