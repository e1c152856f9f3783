/**
 * Names as people of Uzbekistan write them: Uzbek ones in Latin, Russian ones in Cyrillic; `f` is the feminine ending.
 */
const uzbek = {
  locale: "uz",
  surnames:
    "Karimov Rahimov Yusupov Abdullayev Toʻxtayev Saidov Ergashev Nazarov Mirzayev Xolmatov Qodirov Joʻrayev Ismoilov Sodiqov Boboyev Usmonov Haydarov Tursunov Ortiqov Sharipov Gʻaniyev Olimov Umarov Rustamov Hamidov Norboyev Eshonqulov Fayziyev Oripov Zokirov",
  men: "Alisher Bahtiyor Jasur Sardor Otabek Ulugʻbek Dilshod Farrux Sherzod Jahongir Bekzod Aziz Botir Doniyor Elyor Islom Kamol Laziz Murod Nodir Oybek Rustam Sanjar Temur Umid Xurshid Zafar Shuhrat Anvar Behruz",
  women:
    "Aziza Dilnoza Gulnora Madina Nigora Shahnoza Zilola Feruza Nodira Malika Kamola Lola Sevara Umida Zarina Barno Charos Dilbar Gulchehra Hilola Iroda Komila Mohira Nargiza Oydin Parizod Rayhon Saodat Yulduz Munisa",
  fathers:
    "Olim Bahrom Jamshid Karim Rustam Anvar Salim Tohir Yoqub Hamid Ilhom Nosir Obid Sobir Murod",
  f: "a",
  fatherOf: (name: string, isWoman: boolean) => `${name}${isWoman ? "ovna" : "ovich"}`,
};

const russian = {
  locale: "ru",
  surnames:
    "Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Фёдоров Морозов Волков Алексеев Лебедев Семёнов Егоров Павлов Козлов Степанов Николаев Каримов Рахимов Юсупов Саидов Назаров Исмаилов Хамидов Усманов Ахмедов Ким",
  men: "Александр Дмитрий Максим Сергей Андрей Алексей Артём Илья Кирилл Михаил Никита Роман Тимур Рустам Алишер Бахтиёр Владислав Денис Евгений Игорь Константин Олег Павел Руслан Станислав Фёдор Эльдар Юрий Ян Лев",
  women:
    "Анна Мария Елена Ольга Наталья Екатерина Татьяна Ирина Светлана Юлия Анастасия Дарья Алина Виктория Полина Диана Камила Лола Азиза Гульнара Зарина Сабина Тамара Вера Людмила Марина Кира Алёна София Эльвира",
  fathers:
    "Иван Александр Борис Рустам Тимур Карим Роман Азиз Олим Бахром Степан Фёдор Марат Антон Виктор",
  f: "а",
  fatherOf: (name: string, isWoman: boolean) => `${name}${isWoman ? "овна" : "ович"}`,
};

const split = (names: string) => names.split(" ");
const languages = [uzbek, uzbek, russian].map((language) => ({
  ...language,
  surnames: split(language.surnames),
  men: split(language.men),
  women: split(language.women),
  fathers: split(language.fathers),
}));

/** The name of the nth seeded member, always the same. */
export function nameOfMember(n: number) {
  const language = pick(languages, n, 1);
  const isWoman = scrambled(n, 2) % 2 === 0;
  const surname = pick(language.surnames, n, 3);
  const { locale } = language;
  return {
    locale,
    surname: isWoman && /[вv]$/.test(surname) ? surname + language.f : surname,
    name: pick(isWoman ? language.women : language.men, n, 4),
    patronymic: language.fatherOf(pick(language.fathers, n, 5), isWoman),
  };
}

function pick<T>(list: readonly T[], n: number, salt: number): T {
  const item = list[scrambled(n, salt) % list.length];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

/** Maps neighbouring numbers to distant ones (the finaliser of MurmurHash3). */
function scrambled(n: number, salt: number): number {
  let hash = Math.imul(n, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
