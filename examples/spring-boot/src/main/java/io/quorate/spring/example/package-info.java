/** An application with three replicas. {@link io.quorate.spring.example.Reports} is the job; the rest shows what happens. */
@NullMarked
package io.quorate.spring.example;

import org.jspecify.annotations.NullMarked;
