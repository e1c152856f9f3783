import { IconMessages, IconUserHeart, IconUserSearch } from "@tabler/icons-react";
import { getTranslations } from "next-intl/server";
import classes from "./home.module.css";

/** What Kampus is for. */
export async function HomeFeatures() {
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
