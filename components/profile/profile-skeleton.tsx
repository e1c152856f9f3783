"use client";

import { useTranslations } from "next-intl";
import classes from "#components/profile/profile-skeleton.module.css";
import { ProfileColumns, ProfilePage } from "#components/profile/profile-columns.tsx";
import { Card } from "#components/ui/card.tsx";

const sectionItems = 2;
const images = 10;
const bars = 14;

/** A profile on its way, in the shape that it will have; one's own has a chart beside the images. */
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
        <span className={classes.line} style={{ width: 340, height: 22 }} />
        <span className={classes.line} style={{ width: 260 }} />
        <span className={classes.counters}>
          {[72, 56, 64, 88].map((width) => (
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
      <span className={classes.line} style={{ width: 132, height: 16 }} />
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
      <span className={classes.line} style={{ width: 132, height: 16 }} />
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
      <span className={classes.line} style={{ width: 168, height: 16 }} />
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
