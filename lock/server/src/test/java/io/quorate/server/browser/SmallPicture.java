// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.browser;

import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;

/** A PNG with a palette of its 256 most frequent colours: a picture of a page becomes less than half as large, and looks the same. */
public final class SmallPicture {
    private static final int COLOURS = 256;

    private SmallPicture() {}

    public static byte[] of(byte[] png) throws IOException {
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
        int width = image.getWidth();
        int height = image.getHeight();
        int[] pixels = image.getRGB(0, 0, width, height, null, 0, width);
        Map<Integer, Integer> counts = new HashMap<>();
        for (int pixel : pixels) {
            counts.merge(pixel, 1, Integer::sum);
        }
        List<Integer> palette = counts.entrySet().stream()
                .sorted(Map.Entry.<Integer, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry::getKey))
                .limit(COLOURS)
                .map(Map.Entry::getKey)
                .toList();
        int[] colours = palette.stream().mapToInt(Integer::intValue).toArray();
        BufferedImage small = new BufferedImage(
                width,
                height,
                BufferedImage.TYPE_BYTE_INDEXED,
                new IndexColorModel(8, colours.length, colours, 0, false, -1, java.awt.image.DataBuffer.TYPE_BYTE));
        Map<Integer, Integer> nearest = new HashMap<>();
        for (int index = 0; index < pixels.length; index++) {
            int place = nearest.computeIfAbsent(pixels[index], pixel -> nearest(colours, pixel));
            small.getRaster().setSample(index % width, index / width, 0, place);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ImageIO.write(small, "png", bytes);
        return bytes.toByteArray();
    }

    private static int nearest(int[] colours, int pixel) {
        int best = 0;
        int distance = Integer.MAX_VALUE;
        for (int index = 0; index < colours.length; index++) {
            int away = 0;
            for (int shift = 0; shift <= 16; shift += 8) {
                int difference = (colours[index] >> shift & 0xff) - (pixel >> shift & 0xff);
                away += difference * difference;
            }
            if (away < distance) {
                distance = away;
                best = index;
            }
        }
        return best;
    }
}
