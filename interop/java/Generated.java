// The mark on generated classes. With Maven it comes from `jakarta.annotation-api`; the generator's
// own jar lacks it.

package javax.annotation;

public @interface Generated {
    String value();

    String comments() default "";
}
