/**
 * {@code quorate demo}: nodes as processes of their own contend for one lock, and what they did is proved from the files that
 * they wrote. Read {@link io.quorate.cli.demo.DemoCommand} first.
 */
@NullMarked
package io.quorate.cli.demo;

import org.jspecify.annotations.NullMarked;
