package javax.annotation;

/**
 * The mark on generated classes. With Maven it comes from `jakarta.annotation-api`; the generator's
 * own jar lacks it.
 */
public @interface Generated {
    String value();

    String comments() default "";
}
