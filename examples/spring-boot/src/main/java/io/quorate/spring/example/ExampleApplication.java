// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.example;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableScheduling;

/** One replica. The settings that differ from replica to replica are on its command line: see the script {@code run}. */
@SpringBootApplication
@EnableScheduling
public class ExampleApplication {
    public static void main(String[] arguments) {
        SpringApplication.run(ExampleApplication.class, arguments);
    }
}
