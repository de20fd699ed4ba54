// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.Locks;
import io.quorate.node.net.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A whole application with a web server: its probes, and its end while a request is under way. */
@Tag("threads")
@Tag("slow")
final class WebApplicationTest {
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @RestController
    static class Application {
        final CountDownLatch requestArrived = new CountDownLatch(1);
        final CountDownLatch endBegan = new CountDownLatch(1);
        private final Locks locks;

        Application(Locks locks) {
            this.locks = locks;
        }

        /** Takes its lock only when the context is about to end. */
        @GetMapping("/late")
        String late() throws InterruptedException {
            requestArrived.countDown();
            assertThat(endBegan.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            return locks.call("late", DEADLINE, hold -> "fence " + hold.fence());
        }

        @Bean
        ApplicationListener<ContextClosedEvent> endBegins() {
            return event -> endBegan.countDown();
        }
    }

    private static ConfigurableApplicationContext start(String... settings) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=" + FreePorts.one(),
                "--server.shutdown=graceful",
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn",
                "--management.endpoint.health.show-details=always",
                "--management.endpoint.health.probes.enabled=true",
                "--management.endpoint.health.group.readiness.include=readinessState,quorate"));
        for (String setting : settings) {
            arguments.add("--" + setting);
        }
        return new SpringApplicationBuilder(Application.class)
                .registerShutdownHook(false)
                .run(arguments.toArray(String[]::new));
    }

    private static HttpRequest request(ConfigurableApplicationContext context, String path) {
        return HttpRequest.newBuilder(URI.create(
                        "http://localhost:" + context.getEnvironment().getProperty("local.server.port") + path))
                .timeout(DEADLINE)
                .build();
    }

    private static HttpResponse<String> get(ConfigurableApplicationContext context, String path) throws Exception {
        return CLIENT.send(request(context, path), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void withoutAQuorumTheApplicationIsAliveAndNotReadyAndSaysWhy() throws Exception {
        try (ConfigurableApplicationContext context = start(QuorateAutoConfigurationTest.members("a"))) {
            HttpResponse<String> readiness = get(context, "/actuator/health/readiness");
            assertThat(readiness.statusCode()).isEqualTo(503);
            assertThat(readiness.body())
                    .contains("\"quorate\":{")
                    .contains("OUT_OF_SERVICE")
                    .contains("\"state\":\"JOINING\"")
                    .contains("\"missing\":[\"b\",\"c\"]")
                    .contains("\"silentFor\"")
                    .contains("\"reason\"");
            assertThat(get(context, "/actuator/health/liveness").statusCode()).isEqualTo(200);
            assertThat(context.getBean(Locks.class).health().isReady()).isFalse();
        }
    }

    @Test
    void aRequestThatIsUnderWayWhenTheApplicationEndsStillGetsItsLock() throws Exception {
        ConfigurableApplicationContext context = start("quorate.in-memory=true");
        Locks locks = context.getBean(Locks.class);
        try {
            assertThat(get(context, "/actuator/health/readiness").statusCode()).isEqualTo(200);
            CompletableFuture<HttpResponse<String>> late =
                    CLIENT.sendAsync(request(context, "/late"), HttpResponse.BodyHandlers.ofString());
            Application application = context.getBean(Application.class);
            assertThat(application.requestArrived.await(DEADLINE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            context.close();
            HttpResponse<String> answer = late.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).startsWith("fence ");
        } finally {
            context.close();
        }
        Awaitility.await().atMost(DEADLINE).until(() -> locks.health().state() == io.quorate.api.Health.State.CLOSED);
    }
}
