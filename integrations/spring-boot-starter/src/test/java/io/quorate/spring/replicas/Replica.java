// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.replicas;

import io.quorate.spring.Locked;
import io.quorate.spring.LockedHold;
import io.quorate.spring.OnBusy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** One of three applications: looks for the number of the tick again and again, and works once for each, if no other replica does. */
@SpringBootConfiguration
@EnableAutoConfiguration
@EnableScheduling
public class Replica {
    public static void main(String[] arguments) {
        new SpringApplicationBuilder(Replica.class).web(WebApplicationType.NONE).run(arguments);
    }

    @Bean
    Job job() {
        return new Job();
    }

    @Bean
    Clockwork clockwork(@Value("${tick.file}") Path file, Job job) {
        return new Clockwork(file, job);
    }

    /** The work. */
    static class Job {
        @Locked(name = "tick/#{#tick}", onBusy = OnBusy.SKIP, atLeast = "1h")
        public void run(String tick) {
            System.out.println("RAN " + tick + " " + LockedHold.current().fence());
        }
    }

    /** What calls it. */
    static class Clockwork {
        private final Path file;
        private final Job job;

        Clockwork(Path file, Job job) {
            this.file = file;
            this.job = job;
        }

        @Scheduled(fixedDelay = 50)
        void look() throws IOException {
            String tick = Files.readString(file).trim();
            job.run(tick);
            System.out.println("TRIED " + tick);
        }
    }
}
