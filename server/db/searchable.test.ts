import { describe, expect, it } from "vitest";
import { nameTokens, searchable, searchableName } from "#server/db/searchable.ts";

/** Whether the words of `q` begin words of the name, as the database decides it. */
function finds(q: string, name: string): boolean {
  const words = searchableName({ surname: name, name: "", patronymic: "" }).split(" ");
  const { all, any } = nameTokens(q) ?? { all: [], any: [] };
  return [...all.map((word) => [word]), ...any].every((spellings) =>
    spellings.some((spelling) => words.some((word) => word.startsWith(spelling))),
  );
}

it.each([
  ["Саидахмедов", "Саид-Ахмедов"],
  ["saidaxmed", "Саид-Ахмедов"],
  ["Ахмедов", "Саид-Ахмедов"],
  ["саид ахмедов", "Саид-Ахмедов"],
])("%j finds the double name %j", (q, name) => {
  expect(finds(q, name)).toBe(true);
});

describe("spellings of a name", () => {
  it.each([
    "Каримов Karimov Qarimov",
    "Юлия Yuliya Yulia Iuliia Юлiя",
    "Дмитрий Dmitriy Dmitry Dmitrii Дмитрiй",
    "Қаҳрамон Qahramon Кахрамон Qaxramon Kakhramon",
    "Ахмедов Axmedov Akhmedov Ahmedov Аҳмедов",
    "Ёқуб Yoqub Ёкуб Yokub Екуб",
    "Ўктам Oʻktam O'ktam O’ktam Oktam",
    "Елена Yelena Elena",
    "Алиева Aliyeva Alieva",
    "Джамшид Jamshid Жамшид Dzhamshid Djamshid",
    "Хуршид Xurshid Khurshid Hurshid Ҳуршид",
    "Александр Alexandr Aleksandr",
    "Алексей Alexey Aleksey Alexei",
    "Максим Maxim Maksim",
    "Ксения Kseniya Xenia",
    "Фёдор Fyodor Fedor Федор",
    "Соловьёв Solovyov Solovev Соловьев",
    "Бахтиёр Baxtiyor Bahtiyor Bakhtiyor",
    "Сергеевич Sergeyevich Sergeevich",
    "Фаррух Farrux Farrukh Faruh",
    "Щербаков Shcherbakov Sherbakov Scherbakov",
    "Жуков Zhukov Jukov",
    "Татьяна Tatyana Tatiana",
    "Виктор Viktor Victor",
    "Евгений Yevgeniy Evgeny Evgeniy",
    "Чориев Choriyev Choriev",
    "Маъмур Maʼmur Mamur Мамур",
    "Ғайрат Gʻayrat G'ayrat Gayrat",
    "Йўлдошев Yoʻldoshev Yoldoshev",
    "Йўлдошев Yoʻldoshev Юлдошев Yuldoshev",
    "Жўраева Joʻrayeva Jo'rayeva Жураева Juraeva Dzhuraeva",
    "Тўхтаев Toʻxtayev To`xtaev Тухтаев Tukhtaev Tuxtayev",
    "Хўжаев Xo’jayev Хужаев Khuzhaev",
    "Ўткир Oʻtkir Уткир Utkir У\u0306ткир",
    "ўғли oʻgʻli угли ugli",
    "Ходжаев Xodjayev Khodzhaev Xojayev",
    "Исҳоқов Ishoqov Is'hoqov Isxoqov",
    "Цой Tsoy Tsoi",
    "Şahin Shahin Шаҳин",
    "Анна Anna Ana",
    "Владимир Vladimir Wladimir",
    "ўғли oʻgʻli o'g'li ogli ogly",
    "қизи qizi kizi kyzy",
  ])("find each other: %s", (row) => {
    const spellings = row.split(" ");
    for (const stored of spellings)
      for (const asked of spellings)
        expect([asked, stored, finds(asked, stored)]).toEqual([asked, stored, true]);
  });

  it.each([
    "Каримов Керимов",
    "Иван Ян",
    "Алишер Алсу",
    "Ким Кам",
    "Юсупов Исупов",
    "Жасур Яшур",
    "Чориев Шориев",
    "Саид Шаид",
    "Зафар Жафар",
    "Олим Улим",
    "Жораева Жураева",
    "Хасан Касан",
    "Фаррух Фарруқ",
    "110 10",
    "5 15",
    "1e3 13",
  ])("do not find each other: %s", (row) => {
    const [one = "", other = ""] = row.split(" ");
    expect([finds(one, other), finds(other, one)]).toEqual([false, false]);
  });
});

describe("a search with doubled letters", () => {
  it.each([
    ["ООО", "Олимов"],
    ["оо", "Олимов"],
    ["ыыыыы", "Иванов"],
    ["ыы", "Исмоилов"],
    ["Аннна", "Анна"],
    ["Анн", "Анвар"],
    ["Анна", "Анастасия"],
    ["Фарру", "Фарух"],
  ])(
    "by the beginning of a name finds only names that double them: %s does not find %s",
    (q, name) => {
      expect(finds(q, name)).toBe(false);
    },
  );

  it.each([
    ["Ана", "Анна"],
    ["Анна", "Ана"],
    ["Фаррух", "Faruh"],
    ["ООО", "ООО"],
    ["Аарон", "Арон"],
  ])("by a whole name finds it with each letter once or twice: %s finds %s", (q, name) => {
    expect(finds(q, name)).toBe(true);
  });
});

describe("a search by typed words", () => {
  it.each([
    "Shcherbakov Dzhamshid Khurshidovich",
    "Щербаков Джамшид Майорович",
    "Xolmatov Maxim Sergeyevich",
    "Yoʻldoshev Djamshid Anvar-oʻgʻli",
    "Toʻxtaxoʻjayev Scherbakov Ўткиржўраев",
    "Axxmedov Zhukov Vickory",
    "Ёлкин Юлия Цой",
    "Wyeth Quincy Mackyo",
    "İlkay Şçukin 1e3cc",
  ])("finds a member by every beginning of each word of their name: %s", (name) => {
    for (const word of name.split(/[ -]/))
      for (let length = 1; length <= word.length; length++) {
        const typed = word.slice(0, length);
        expect([typed, finds(typed, name)]).toEqual([typed, true]);
      }
  });

  it("finds a member by a beginning in the other script, unless it ends between the letters of a digraph", () => {
    const typed = (word: string) => Array.from(word, (_letter, at) => word.slice(0, at + 1));
    expect(typed("Karimov").filter((q) => !finds(q, "Каримов"))).toEqual([]);
    expect(typed("Yuliya").filter((q) => !finds(q, "Юлия"))).toEqual([]);
    expect(typed("Xurshid").filter((q) => !finds(q, "Хуршид"))).toEqual([]);
    expect(typed("Хуршид").filter((q) => !finds(q, "Khurshid"))).toEqual([]);
    expect(typed("Khurshid").filter((q) => !finds(q, "Хуршид"))).toEqual(["K"]);
    expect(typed("Tukhtaev").filter((q) => !finds(q, "Тўхтаев"))).toEqual(["Tuk"]);
    expect(typed("To'xtayev").filter((q) => !finds(q, "Тухтаев"))).toEqual(["To", "To'xtay"]);
    expect(typed("Yelena").filter((q) => !finds(q, "Елена"))).toEqual(["Y"]);
  });

  it("gives few spellings of a word, however many of its letters can be written differently", () => {
    const longest = "oʻxyekh".repeat(6);
    expect(searchable(longest).split(" ").length).toBeLessThanOrEqual(60);
    expect(nameTokens(longest)?.any.flat().length).toBeLessThanOrEqual(4);
  });

  it("searches no word twice, nor one that begins another", () => {
    expect(nameTokens("ka Карим karim olim")).toEqual({ all: ["karim", "olim"], any: [] });
  });

  it("finds nobody for signs alone, and everybody when it is empty", () => {
    expect(nameTokens("  ")).toBeNull();
    expect(nameTokens(undefined)).toBeNull();
    expect(nameTokens("%")).toEqual({ all: [], any: [[]] });
    expect(finds("%", "Ёлкин")).toBe(false);
  });
});
