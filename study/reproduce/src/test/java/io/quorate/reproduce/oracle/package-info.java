/**
 * Second opinions. Each oracle is written from the text of its paper and knows nothing of this project's code: brute force over sets,
 * closed formulas, a small model that is searched completely. The tests compare them with the real objects. {@link
 * io.quorate.reproduce.oracle.OraclesTest} checks that no oracle imports anything of this project.
 */
package io.quorate.reproduce.oracle;
