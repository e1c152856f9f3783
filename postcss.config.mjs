const config = {
  plugins: {
    "postcss-preset-mantine": {},
    // The sources say pixels, as the design does; a reader who enlarges the browser's own font enlarges them all. Lines
    // of 1 or 2 px stay as thin as they are, and packages know best how they scale.
    "postcss-pxtorem": {
      propList: ["*"],
      minPixelValue: 3,
      mediaQuery: true,
      exclude: /node_modules/,
    },
    "postcss-simple-vars": {
      variables: {
        "mantine-breakpoint-xs": "36em",
        "mantine-breakpoint-sm": "48em",
        "mantine-breakpoint-md": "62em",
        "mantine-breakpoint-lg": "75em",
        "mantine-breakpoint-xl": "88em",
      },
    },
  },
};

export default config;
