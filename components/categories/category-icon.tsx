import classes from "#components/categories/category-tree.module.css";

/**
 * The picture of a category. Its markup may be rendered unescaped: server/reference/svg-markup.ts lets only allow-listed
 * shapes of SVG through, without scripts, styles, handlers or links (SEC-X2).
 */
export function CategoryIcon({ source }: { source: string }) {
  return (
    <span
      className={classes.icon}
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: source }}
    />
  );
}
