import { getTranslations } from "next-intl/server";
import { Catalogue } from "./catalogue.tsx";
import classes from "./home.module.css";
import { HomeActions, HomeGreeting } from "./home-actions.tsx";
import { HomeFeatures } from "./home-features.tsx";
import { NetworkIllustration } from "#components/layout/network-illustration.tsx";

export default async function HomePage() {
  const t = await getTranslations("Home");
  return (
    <div className={classes.root}>
      <section className={classes.hero}>
        <div className={classes.words}>
          <HomeGreeting />
          <h1 className={classes.title}>{t("title")}</h1>
          <p className={classes.lead}>{t("lead")}</p>
          <HomeActions />
        </div>
        <div className={classes.picture}>
          <NetworkIllustration fit="crop" />
        </div>
      </section>
      <Catalogue />
      <HomeFeatures />
    </div>
  );
}
