// SPDX-License-Identifier: Apache-2.0
package io.quorate.fencing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.Hold;
import io.quorate.fencing.JdbcFence.Dialect;
import io.quorate.testing.LockCluster;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a guard does in every database. */
@Tag("threads")
@Timeout(180)
abstract class JdbcFenceContract {
    private static final long SOON_SECONDS = 60;

    private final JdbcFence guard = new JdbcFence();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    abstract String url();

    abstract Dialect dialect();

    @BeforeEach
    void makeTables() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS quorate_fence");
            statement.execute("DROP TABLE IF EXISTS stock");
            statement.execute(guard.schema(dialect()));
            statement.execute("DROP TABLE IF EXISTS journal");
            statement.execute("CREATE TABLE journal (place INT PRIMARY KEY, fence INT)");
            statement.execute("CREATE TABLE stock (item VARCHAR(20) PRIMARY KEY, amount INT)");
            statement.execute("INSERT INTO stock VALUES ('lamp', 0)");
        }
    }

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    private Connection begin() throws SQLException {
        Connection connection = DriverManager.getConnection(url());
        connection.setAutoCommit(false);
        return connection;
    }

    private static void setAmount(Connection connection, int amount) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE stock SET amount = " + amount + " WHERE item = 'lamp'");
        }
    }

    private int amount() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT amount FROM stock")) {
            row.next();
            return row.getInt(1);
        }
    }

    private void write(long fence, int amount) throws SQLException {
        try (Connection connection = begin()) {
            guard.check(connection, "stock/lamp", fence);
            setAmount(connection, amount);
            connection.commit();
        }
    }

    @Test
    void aHolderThatWritesLateIsRefusedAndWithoutTheGuardItIsNot() throws Exception {
        try (LockCluster cluster = LockCluster.inMemory(3)) {
            Hold paused = cluster.node(0).lock("stock/lamp").acquire();
            long late = paused.fence();
            paused.close(); // as if it had been paused until its lease was over
            Hold next = cluster.node(1).lock("stock/lamp").acquire();
            write(next.fence(), 2);
            try (Connection connection = begin()) {
                setAmount(connection, 1);
                connection.commit();
            }
            assertThat(amount()).as("without the guard the late write wins").isEqualTo(1);
            write(next.fence(), 2);
            assertThatThrownBy(() -> write(late, 1))
                    .isInstanceOfSatisfying(StaleFenceException.class, stale -> {
                        assertThat(stale.fence()).isEqualTo(late);
                        assertThat(stale.newest()).isEqualTo(next.fence());
                        assertThat(stale.resource()).isEqualTo("stock/lamp");
                    })
                    .hasMessageContaining("Roll back");
            assertThat(amount()).isEqualTo(2);
        }
    }

    /** Whether names that differ only by spaces at the end share a row. */
    boolean padsSpaces() {
        return false;
    }

    @Test
    void namesThatDifferByCaseAccentsOrSpacesAreDifferentLocks() throws Exception {
        write(9, 1);
        try (Connection connection = begin()) {
            guard.check(connection, "stock/LAMP", 1);
            guard.check(connection, "stock/l\u00e4mp", 1);
            if (padsSpaces()) {
                assertThatThrownBy(() -> guard.check(connection, "stock/lamp ", 1))
                        .isInstanceOf(StaleFenceException.class);
            } else {
                guard.check(connection, "stock/lamp ", 1);
            }
            connection.commit();
        }
    }

    /** Many first and later writers at once. Those that the database refuses for a deadlock roll back and try again. */
    @Test
    void ofManyAtOnceNoneWritesAfterALaterOne() throws Exception {
        int writers = 6;
        CountDownLatch ready = new CountDownLatch(writers);
        List<Future<Boolean>> all = new ArrayList<>();
        for (int fence = 1; fence <= writers; fence++) {
            int mine = fence;
            all.add(threads.submit(() -> {
                ready.countDown();
                ready.await(SOON_SECONDS, TimeUnit.SECONDS);
                return appended(mine);
            }));
        }
        int written = 0;
        for (Future<Boolean> each : all) {
            written += each.get(SOON_SECONDS, TimeUnit.SECONDS) ? 1 : 0;
        }
        List<Integer> order = journal();
        assertThat(order).hasSize(written).contains(writers).isSorted();
    }

    /** Whether the guard let it write: its fence goes to the end of the journal. */
    private boolean appended(int fence) throws SQLException {
        for (int attempt = 0; attempt < 100; attempt++) {
            try (Connection connection = begin()) {
                guard.check(connection, "journal", fence);
                try (Statement statement = connection.createStatement()) {
                    statement.executeUpdate(
                            "INSERT INTO journal (place, fence) SELECT COUNT(*), " + fence + " FROM journal");
                }
                connection.commit();
                return true;
            } catch (StaleFenceException refused) {
                return false;
            } catch (SQLException failure) {
                if (!isConflict(failure)) {
                    throw failure;
                }
            }
        }
        throw new AssertionError("always a conflict");
    }

    private static boolean isConflict(SQLException failure) {
        return failure.getSQLState() != null && failure.getSQLState().startsWith("40");
    }

    private List<Integer> journal() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT fence FROM journal ORDER BY place")) {
            List<Integer> order = new ArrayList<>();
            while (rows.next()) {
                order.add(rows.getInt(1));
            }
            return order;
        }
    }

    @Test
    void theSameAndHigherFencesPassAndOtherLocksAreApart() throws Exception {
        write(5, 1);
        write(5, 2);
        write(9, 3);
        try (Connection connection = begin()) {
            guard.check(connection, "stock/Lamp", 1);
            guard.check(connection, "stock/Lamp", 1);
            connection.commit();
        }
        assertThatThrownBy(() -> write(8, 4)).isInstanceOf(StaleFenceException.class);
        assertThat(amount()).isEqualTo(3);
    }

    @Test
    void aTransactionThatIsRolledBackHasNotWritten() throws Exception {
        try (Connection connection = begin()) {
            guard.check(connection, "stock/lamp", 9);
            connection.rollback();
        }
        write(5, 1);
        assertThat(amount()).isEqualTo(1);
    }

    /** Two at once, of which the first has not committed: the row lock makes the other wait for it, also if neither found a row. */
    private void afterTheFirst(long first, long second) throws Exception {
        CompletableFuture<Void> begun = new CompletableFuture<>();
        try (Connection connection = begin()) {
            guard.check(connection, "stock/lamp", first);
            setAmount(connection, (int) first);
            Future<?> other = threads.submit(() -> {
                begun.complete(null);
                write(second, (int) second);
                return null;
            });
            begun.get(SOON_SECONDS, TimeUnit.SECONDS);
            connection.commit();
            if (second > first) {
                other.get(SOON_SECONDS, TimeUnit.SECONDS);
            } else {
                assertThatThrownBy(() -> other.get(SOON_SECONDS, TimeUnit.SECONDS))
                        .hasRootCauseInstanceOf(StaleFenceException.class);
            }
        }
        assertThat(amount()).isEqualTo((int) Math.max(first, second));
    }

    @Test
    void ofTwoAtOnceTheLaterHolderWins() throws Exception {
        afterTheFirst(5, 7);
        afterTheFirst(11, 9);
    }

    @Test
    void ofTwoFirstWritersTheOlderIsRefused() throws Exception {
        afterTheFirst(7, 5);
    }

    @Test
    void whatWouldProtectNothingIsRefused() throws Exception {
        try (Connection connection = DriverManager.getConnection(url())) {
            assertThatThrownBy(() -> guard.check(connection, "stock/lamp", 1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("setAutoCommit(false)");
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> guard.check(connection, "stock/lamp", 0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("hold.fence()");
        }
        assertThatThrownBy(() -> new JdbcFence("fence; DROP TABLE stock"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no name of a table");
        assertThat(new JdbcFence("locks.fence").schema(Dialect.MYSQL))
                .contains("CREATE TABLE locks.fence", "utf8mb4_bin", "ENGINE=InnoDB");
    }

    @Test
    void otherFailuresOfTheDatabaseArePassedOn() throws Exception {
        try (Connection connection = begin()) {
            assertThatThrownBy(() -> new JdbcFence("missing").check(connection, "stock/lamp", 1))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContainingAll("missing");
        }
    }
}
