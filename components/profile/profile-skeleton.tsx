"use client";

import { useTranslations } from "next-intl";
import classes from "#components/profile/profile-skeleton.module.css";
import { ProfileColumns, ProfilePage } from "#components/profile/profile-columns.tsx";
import { Card } from "#components/ui/card.tsx";

const sectionItems = 2;
const images = 10;
const bars = 14;

/** The skeleton of a profile; the member's own has a chart beside the images. */
export function ProfileSkeleton({ own = false }: { own?: boolean }) {
  const t = useTranslations("Profile");
  return (
    <div role="status" aria-label={t("loading")}>
      <ProfilePage>
        <Header />
        <ProfileColumns first={<Items />} second={<Items />} />
        <ProfileColumns wider="first" first={<Images />} second={own ? <Chart /> : <Items />} />
        {own && <Items />}
      </ProfilePage>
    </div>
  );
}

function Header() {
  return (
    <Card className={classes.header}>
      <span className={classes.avatar} />
      <span className={classes.text}>
        <span className={classes.line} style={{ width: "21.25rem", height: "1.375rem" }} />
        <span className={classes.line} style={{ width: "16.25rem" }} />
        <span className={classes.counters}>
          {["4.5rem", "3.5rem", "4rem", "5.5rem"].map((width) => (
            <span key={width} className={classes.line} style={{ width }} />
          ))}
        </span>
      </span>
      <span className={classes.button} />
    </Card>
  );
}

function Items() {
  return (
    <Card className={classes.section}>
      <span className={classes.line} style={{ width: "8.25rem", height: "1rem" }} />
      {Array.from({ length: sectionItems }, (_, index) => (
        <span key={index} className={classes.item}>
          <span className={classes.icon} />
          <span className={classes.lines}>
            <span className={classes.line} style={{ width: "72%" }} />
            <span className={classes.line} style={{ width: "46%" }} />
          </span>
        </span>
      ))}
    </Card>
  );
}

function Images() {
  return (
    <Card className={classes.section}>
      <span className={classes.line} style={{ width: "8.25rem", height: "1rem" }} />
      <span className={classes.images}>
        {Array.from({ length: images }, (_, index) => (
          <span key={index} className={classes.image} />
        ))}
      </span>
    </Card>
  );
}

function Chart() {
  return (
    <Card className={classes.section}>
      <span className={classes.line} style={{ width: "10.5rem", height: "1rem" }} />
      <span className={classes.bars}>
        {Array.from({ length: bars }, (_, index) => (
          <span
            key={index}
            className={classes.bar}
            style={{ height: `${24 + ((index * 37) % 70)}%` }}
          />
        ))}
      </span>
    </Card>
  );
}
