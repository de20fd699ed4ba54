/**
 * The model checker: explores every order in which things can happen in a small cluster, breadth first, so that what it
 * finds wrong comes with a shortest run that leads there.
 *
 * <p>Describe what to explore as a {@link io.quorate.lab.check.CheckSystem}, hand it to
 * {@link io.quorate.lab.check.ModelChecker}, and read the {@link io.quorate.lab.check.CheckReport}. The properties of every state are in
 * {@link io.quorate.lab.check.LockProperties}; which systems we explore, and
 * what only one protocol must keep, in its {@link io.quorate.lab.check.CheckKit}; that the checker sees something at all is shown by
 * {@link io.quorate.lab.check.MutantSuite}.
 */
@NullMarked
package io.quorate.lab.check;

import org.jspecify.annotations.NullMarked;
