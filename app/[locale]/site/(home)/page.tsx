import { IconMessages, IconUserHeart, IconUserSearch } from "@tabler/icons-react";
import { getTranslations } from "next-intl/server";
import { Catalogue } from "./catalogue.tsx";
import classes from "./home.module.css";
import { HomeActions, HomeGreeting } from "./home-actions.tsx";
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

/** What Kampus is for. */
async function HomeFeatures() {
  const t = await getTranslations("Home");
  const features = [
    { Icon: IconUserSearch, title: t("peopleTitle"), text: t("peopleText") },
    { Icon: IconUserHeart, title: t("friendsTitle"), text: t("friendsText") },
    { Icon: IconMessages, title: t("chatTitle"), text: t("chatText") },
  ];
  return (
    <section aria-labelledby="features" className={classes.features}>
      <h2 id="features" className={classes.featuresTitle}>
        {t("featuresTitle")}
      </h2>
      <ul className={classes.list}>
        {features.map(({ Icon, title, text }) => (
          <li key={title} className={classes.feature}>
            <span className={classes.icon} aria-hidden="true">
              <Icon size={24} stroke={1.6} />
            </span>
            <div>
              <h3 className={classes.featureTitle}>{title}</h3>
              <p className={classes.featureText}>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
