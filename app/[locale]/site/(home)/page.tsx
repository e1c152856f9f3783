import { IconFriends, IconLock, IconDeviceMobile } from "@tabler/icons-react";
import { getTranslations } from "next-intl/server";
import { Catalogue } from "./catalogue.tsx";
import classes from "./home.module.css";
import { HomeActions } from "./home-actions.tsx";
import { HomeScreen } from "./home-screen.tsx";
import { HomeTotals } from "./home-totals.tsx";
import { StudyQuestion } from "./study-question.tsx";
import { NetworkIllustration } from "#components/layout/network-illustration.tsx";

export default async function HomePage() {
  const t = await getTranslations("Home");
  return (
    <HomeScreen
      visitor={
        <>
          <section className={classes.hero}>
            <div className={classes.words}>
              <h1 className={classes.title}>{t("title")}</h1>
              <p className={classes.lead}>{t("lead")}</p>
              <StudyQuestion />
              <HomeActions />
              <HomeTotals />
            </div>
            <div className={classes.picture}>
              <NetworkIllustration shape="wide" />
            </div>
          </section>
          <HomeFeatures />
        </>
      }
      catalogue={<Catalogue />}
    />
  );
}

/** The advantages of Kampus. */
async function HomeFeatures() {
  const t = await getTranslations("Home");
  const features = [
    { Icon: IconFriends, title: t("peopleTitle"), text: t("peopleText") },
    { Icon: IconLock, title: t("friendsTitle"), text: t("friendsText") },
    { Icon: IconDeviceMobile, title: t("chatTitle"), text: t("chatText") },
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
