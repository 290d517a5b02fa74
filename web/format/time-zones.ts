import { currentTimeZoneName } from "@greenroom/contract/kernel/time-zone-names.ts";
import { timeZoneLabel, timeZoneOffset } from "@greenroom/contract/kernel/time-zones.ts";

// Apart from time-zones.ts, which every page loads.

/** The zones that most people here choose, in the order in which a list offers them. */
const usualZones = [
  "Asia/Kolkata",
  "Asia/Dubai",
  "Asia/Singapore",
  "Europe/London",
  "Europe/Berlin",
  "America/New_York",
  "America/Chicago",
  "America/Los_Angeles",
  "Australia/Sydney",
  "UTC",
];

/** Words that people search for, and that neither the names of the zones nor those of their countries contain. */
const searchedNames: Readonly<Record<string, string>> = {
  "Asia/Kolkata":
    "Ahmedabad Bangalore Bengaluru Bombay Calcutta Chennai New Delhi Gurugram Hyderabad Mumbai Noida Pune",
  "Asia/Dubai": "Abu Dhabi UAE",
  "Asia/Shanghai": "Beijing",
  "Europe/London": "England Scotland Wales Great Britain UK",
  "Europe/Berlin": "Frankfurt Hamburg Munich",
  "Europe/Istanbul": "Turkey",
  "America/New_York": "USA US Eastern NYC Atlanta Boston Washington",
  "America/Chicago": "USA US Central Austin Dallas Houston",
  "America/Los_Angeles": "USA US Pacific San Francisco Seattle",
};

/** A zone as a list offers it. */
export interface TimeZoneChoice {
  zone: string;
  /** `India time (IST), Kolkata`. */
  label: string;
  isUsual: boolean;
}

export interface TimeZoneChoices {
  /** One's own zone and the usual ones. */
  usual: readonly TimeZoneChoice[];
  /** Every zone: the usual ones first, then the others by name. Takes up to a second before `prepare` has ended. */
  all(): readonly TimeZoneChoice[];
  /** Prepares `all` and the search, with breaks in which the page can respond. Stops early if the signal aborts. */
  prepare(signal: AbortSignal): Promise<void>;
}

/** How long zones are formatted before a break: about half of a frame, in milliseconds. */
const workMilliseconds = 8;

/** The zones that can be chosen. */
export function timeZoneChoices(own: string, now: Date): TimeZoneChoices {
  const usualIds = [...new Set([own, ...usualZones])];
  const choose = (zone: string, isUsual: boolean) => ({ zone, label: choiceLabel(zone, now), isUsual });
  const usual = usualIds.map((zone) => choose(zone, true));
  const waiting = timeZoneOptions(own).filter((zone) => !usualIds.includes(zone));
  const others: TimeZoneChoice[] = [];
  let sorted: readonly TimeZoneChoice[] | undefined;
  const addNext = () => {
    const zone = waiting.pop();
    if (zone === undefined) return false;
    const choice = choose(zone, false);
    searchTextOf(choice, now);
    others.push(choice);
    return true;
  };
  return {
    usual,
    all() {
      while (addNext());
      sorted ??= [...usual, ...others.sort((a, b) => a.label.localeCompare(b.label))];
      return sorted;
    },
    async prepare(signal) {
      let startedAt = performance.now();
      for (const choice of usual) searchTextOf(choice, now);
      while (!signal.aborted && addNext()) {
        if (performance.now() - startedAt < workMilliseconds) continue;
        await new Promise((resolve) => setTimeout(resolve));
        startedAt = performance.now();
      }
    },
  };
}

/**
 * The choices in which every typed word begins a word of the name, id, country, short name or offset. The same words in
 * the same order come first, then whole words: "US" must find the United States before Ushuaia. If there are none, a
 * part in the middle of a word is enough.
 */
export function searchTimeZones(
  choices: readonly TimeZoneChoice[],
  typed: string,
  now: Date,
): readonly TimeZoneChoice[] {
  const phrase = normalize(typed);
  if (phrase === "") return choices;
  const words = phrase.split(" ");
  const withAll = (parts: readonly string[]) =>
    choices.filter((choice) => parts.every((part) => searchTextOf(choice, now).includes(part)));
  const found = new Set([
    ...withAll([` ${phrase} `]),
    ...withAll([` ${phrase}`]),
    ...withAll(words.map((word) => ` ${word} `)),
    ...withAll(words.map((word) => ` ${word}`)),
  ]);
  return found.size > 0 ? [...found] : withAll(words);
}

/** Formatting every zone takes long, so it must not happen at each keystroke. */
const searchTexts = new WeakMap<TimeZoneChoice, string>();

/** The words of a choice, with a space before and after each. */
function searchTextOf(choice: TimeZoneChoice, now: Date): string {
  const known = searchTexts.get(choice);
  if (known !== undefined) return known;
  const { zone, label } = choice;
  // The label has the short name, or the offset of a zone without one.
  const offset = label.includes("GMT") ? "" : timeZoneOffset(now, zone);
  const words = [
    zone,
    label,
    offset,
    countries.get(zone.slice(zone.lastIndexOf("/") + 1)) ?? "",
    searchedNames[zone] ?? "",
  ];
  const text = ` ${normalize(words.join(" "))} `;
  searchTexts.set(choice, text);
  return text;
}

/**
 * Lower-case words between single spaces, without accents, dots and apostrophes: a zone's id is `America/St_Johns`, its
 * city is St. John's. An offset is a word of its own, whether it is from GMT or from UTC.
 */
function normalize(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/[\p{Mn}.'’]/gu, "")
    .toLowerCase()
    .replaceAll("&", " and ")
    .replaceAll(/\b(?:gmt|utc)(?=[+-]\d)/g, "gmt ")
    .replaceAll(/(?:[\s_/(),]|-(?!\d))+/g, " ")
    .trim();
}

/** With the city, where the zone is called after something larger: several zones can have the same name. */
function choiceLabel(zone: string, now: Date): string {
  const label = timeZoneLabel(zone, now);
  const city = zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
  return normalize(label).includes(normalize(city)) ? label : `${label}, ${city}`;
}

/**
 * Every zone that can be chosen, by current names. Includes `alwaysInclude` even if the browser does not know
 * it.
 */
function timeZoneOptions(alwaysInclude: string): string[] {
  const zones = Intl.supportedValuesOf("timeZone").map(currentTimeZoneName);
  return [...new Set([...zones, "UTC", alwaysInclude])].sort((a, b) => a.localeCompare(b));
}

/**
 * The zones of each country whose name is not in their labels, by the last part of their ids, because browsers call some
 * zones differently: `America/Buenos_Aires` or `America/Argentina/Buenos_Aires`. Not every browser knows the zones of a
 * country, and for those that do it takes as long as the labels of all zones.
 */
export const zonesOfCountries: Readonly<Record<string, string>> = {
  "Åland Islands": "Mariehamn",
  Albania: "Tirane",
  Algeria: "Algiers",
  Argentina: "Buenos_Aires Catamarca Cordoba Jujuy Mendoza",
  Australia: "Macquarie",
  Austria: "Vienna",
  Belgium: "Brussels",
  "Bosnia & Herzegovina": "Sarajevo",
  Brazil:
    "Araguaina Bahia Belem Boa_Vista Campo_Grande Cuiaba Eirunepe Fortaleza Maceio Manaus Noronha " +
    "Porto_Velho Recife Rio_Branco Santarem Sao_Paulo",
  Bulgaria: "Sofia",
  "Burkina Faso": "Ouagadougou",
  Canada:
    "Blanc-Sablon Cambridge_Bay Coral_Harbour Creston Dawson Dawson_Creek Edmonton Fort_Nelson " +
    "Glace_Bay Goose_Bay Halifax Inuvik Iqaluit Moncton Rankin_Inlet Regina Resolute St_Johns " +
    "Swift_Current Toronto Vancouver Whitehorse Winnipeg",
  Chile: "Coyhaique Punta_Arenas Easter",
  China: "Urumqi",
  "Congo - Kinshasa": "Kinshasa Lubumbashi",
  "Côte d’Ivoire": "Abidjan",
  Croatia: "Zagreb",
  Cyprus: "Famagusta Nicosia",
  Czechia: "Prague",
  Denmark: "Copenhagen",
  Ecuador: "Galapagos",
  Egypt: "Cairo",
  Estonia: "Tallinn",
  "Faroe Islands": "Faroe",
  Finland: "Helsinki",
  France: "Paris",
  "French Polynesia": "Gambier Marquesas Tahiti",
  Gambia: "Banjul",
  Germany: "Berlin Busingen",
  Ghana: "Accra",
  Greece: "Athens",
  Greenland: "Danmarkshavn Nuuk Scoresbysund Thule",
  Guinea: "Conakry",
  "Guinea-Bissau": "Bissau",
  Hungary: "Budapest",
  Iceland: "Reykjavik",
  Indonesia: "Jakarta Jayapura Makassar Pontianak",
  Italy: "Rome",
  Kazakhstan: "Almaty Aqtau Aqtobe Atyrau Oral Qostanay Qyzylorda",
  Kiribati: "Kanton Kiritimati Tarawa",
  Latvia: "Riga",
  Lebanon: "Beirut",
  Liberia: "Monrovia",
  Libya: "Tripoli",
  Liechtenstein: "Vaduz",
  Lithuania: "Vilnius",
  Malaysia: "Kuching",
  Mali: "Bamako",
  "Marshall Islands": "Kwajalein",
  Mauritania: "Nouakchott",
  Mexico:
    "Bahia_Banderas Cancun Chihuahua Ciudad_Juarez Hermosillo Matamoros Mazatlan Merida Monterrey " +
    "Ojinaga Tijuana",
  Micronesia: "Kosrae Pohnpei Chuuk",
  Moldova: "Chisinau",
  Mongolia: "Hovd Ulaanbaatar",
  Montenegro: "Podgorica",
  Netherlands: "Amsterdam",
  "New Zealand": "Chatham",
  "North Macedonia": "Skopje",
  Norway: "Oslo",
  Oman: "Muscat",
  "Palestinian Territories": "Gaza Hebron",
  "Papua New Guinea": "Bougainville Port_Moresby",
  Poland: "Warsaw",
  Portugal: "Azores Madeira Lisbon",
  Romania: "Bucharest",
  Russia:
    "Anadyr Barnaul Chita Irkutsk Kamchatka Khandyga Krasnoyarsk Magadan Novokuznetsk Novosibirsk " +
    "Omsk Sakhalin Srednekolymsk Tomsk Ust-Nera Vladivostok Yakutsk Yekaterinburg Astrakhan " +
    "Kaliningrad Kirov Moscow Samara Saratov Ulyanovsk Volgograd",
  "São Tomé & Príncipe": "Sao_Tome",
  Senegal: "Dakar",
  Serbia: "Belgrade",
  "Sierra Leone": "Freetown",
  Slovakia: "Bratislava",
  Slovenia: "Ljubljana",
  Spain: "Ceuta Canary Madrid",
  "St. Barthélemy": "St_Barthelemy",
  "St. Helena": "St_Helena",
  "St. Kitts & Nevis": "St_Kitts",
  "St. Lucia": "St_Lucia",
  "St. Martin": "Marigot",
  "St. Pierre & Miquelon": "Miquelon",
  "St. Vincent & Grenadines": "St_Vincent",
  "Svalbard & Jan Mayen": "Longyearbyen",
  Sweden: "Stockholm",
  Switzerland: "Zurich",
  Togo: "Lome",
  Tunisia: "Tunis",
  "U.S. Outlying Islands": "Midway Wake",
  "U.S. Virgin Islands": "St_Thomas",
  Ukraine: "Kyiv Simferopol",
  "United Arab Emirates": "Dubai",
  "United States":
    "Adak Anchorage Boise Chicago Denver Detroit Knox Marengo Petersburg Tell_City Vevay Vincennes " +
    "Winamac Indianapolis Juneau Monticello Los_Angeles Louisville Menominee Metlakatla New_York " +
    "Nome Beulah Center New_Salem Phoenix Sitka Yakutat Honolulu",
  Uzbekistan: "Samarkand",
  "Vatican City": "Vatican",
};

/** The country of each zone, by the last part of its id. */
const countries = new Map(
  Object.entries(zonesOfCountries).flatMap(([country, places]) =>
    places.split(" ").map((place) => [place, country] as const),
  ),
);
