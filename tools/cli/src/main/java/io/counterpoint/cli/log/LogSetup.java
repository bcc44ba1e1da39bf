package io.counterpoint.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/** Sends everything from INFO on to standard error, with its key-value context; libraries speak from WARN on. */
public final class LogSetup extends ContextAwareBase implements Configurator {
    private static final String PATTERN = "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level %logger{0}: %msg %kvp%n%ex";
    private static final String APPENDER = "console";
    private static final String OWN_LOGGERS = "io.counterpoint";

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setTarget("System.err");
        appender.setName(APPENDER);
        appender.setEncoder(textEncoder(context));
        appender.start();
        ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(appender);
        context.getLogger(OWN_LOGGERS).setLevel(Level.INFO);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** Changes what lines look like from now on. Called while the program starts, before others log. */
    public static void use(LogFormat format) {
        if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)
                || !(context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender(APPENDER)
                        instanceof ConsoleAppender<ILoggingEvent> appender)) {
            return;
        }
        appender.stop();
        appender.setEncoder(format == LogFormat.JSON ? jsonEncoder(context) : textEncoder(context));
        appender.start();
    }

    private static Encoder<ILoggingEvent> textEncoder(LoggerContext context) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(PATTERN);
        encoder.start();
        return encoder;
    }

    private static Encoder<ILoggingEvent> jsonEncoder(LoggerContext context) {
        JsonEncoder encoder = new JsonEncoder();
        encoder.setContext(context);
        // The message as people read it, instead of its pattern and arguments.
        encoder.setWithFormattedMessage(true);
        encoder.setWithMessage(false);
        encoder.setWithArguments(false);
        encoder.setWithContext(false);
        encoder.setWithSequenceNumber(false);
        encoder.setWithNanoseconds(false);
        encoder.start();
        return encoder;
    }

    /**
     * Brings what libraries say to {@code java.util.logging} into the same log. Called once, before anything speaks.
     */
    public static void takeOverJavaLogging() {
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
    }
}
