import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import * as common from "@zxcvbn-ts/language-common";
import * as english from "@zxcvbn-ts/language-en";

/**
 * Words that people in India use in passwords and that the English lists lack or rank too low: gods and
 * greetings, names, places, sport and cinema, and this product. Each counts as one of the first words that an
 * attacker tries.
 */
const lists = [
  // This product and what it is for.
  "greenroom mock interview interviews interviewer interviewee resume datascience machinelearning dataanalyst pytorch",
  // Administration and defaults.
  "admin administrator user test tester testing root guest demo temp default login password passwd pass secret welcome changeme letmein company office manager support service",
  // Faith.
  "krishna radhe radha shiva shiv shivji mahadev bholenath ganesh ganesha ganpati hanuman bajrangbali ram rama sita jaishriram jaishreeram shriram sairam saibaba sai om omnamahshivaya namah shivaya balaji govinda venkateswara tirupati murugan ayyappa durga lakshmi laxmi saraswati kali vishnu narayan brahma parvati waheguru satnam allah bismillah mashallah inshallah jesus christ yesu mary jainam mahavir buddha swamiji guruji jaimatadi matarani harekrishna radhekrishna harharmahadev godisgreat",
  // Country and greetings.
  "india indian bharat hindustan jaihind vandemataram namaste namaskar shanti pyaar dosti zindagi dilse mera meri apna desi bhai bhaiya didi mummy papa amma appa maa beta baby jaan jaanu sona sonu monu guddu pappu chotu golu bittu pinky",
  // Cities, states and rivers.
  "mumbai bombay delhi newdelhi bengaluru bangalore chennai madras kolkata calcutta hyderabad secunderabad pune ahmedabad surat jaipur lucknow kanpur nagpur indore bhopal patna vadodara ludhiana agra nashik faridabad meerut rajkot varanasi kashi banaras srinagar amritsar allahabad prayagraj ranchi howrah coimbatore jabalpur gwalior vijayawada jodhpur madurai raipur kochi cochin chandigarh mysuru mysore gurgaon gurugram noida ghaziabad guwahati dehradun udaipur kota trivandrum thiruvananthapuram mangalore mangaluru vizag visakhapatnam goa punjab gujarat rajasthan kerala karnataka tamilnadu telangana andhra maharashtra bihar bengal odisha assam kashmir ladakh haryana himachal uttarakhand jharkhand ganga yamuna godavari kaveri narmada himalaya tajmahal ayodhya mathura vrindavan haridwar rishikesh shirdi",
  // Cricket and other sport.
  "cricket sachin tendulkar dhoni msdhoni mahi kohli virat viratkohli rohit rohitsharma hitman bumrah jadeja pant rishabh hardik pandya rahul klrahul dravid ganguly sehwag yuvraj kumble zaheer harbhajan raina gambhir shubman gill shami siraj ashwin iyer kapildev gavaskar smriti mandhana mithali jhulan chennaisuperkings csk mumbaiindians royalchallengers rcb knightriders kkr sunrisers srh delhicapitals rajasthanroyals punjabkings ipl bcci teamindia kabaddi neeraj sindhu saina",
  // Cinema and television.
  "bollywood shahrukh srk salman aamir amitabh bachchan rajinikanth thalaiva vijay thalapathy ajith prabhas bahubali baahubali allu alluarjun pushpa ramcharan ntr mahesh maheshbabu pawankalyan kamal mohanlal mammootty yash kgf deepika katrina alia priyanka kareena aishwarya sholay dangal rrr lagaan tarak shaktimaan doraemon chhotabheem",
  // Given names.
  "aarav aditya aditi akash akshay amit amita amrita anand ananya anil anita anjali ankit ankita ankur anu anuj anushka aparna arjun arnav arun arvind asha ashish ashok ashwini avinash ayush bhavana bhavya chandan chetan darshan deepak deepa deepti devansh dhruv dinesh divya gaurav gayatri geeta girish gopal harish harsh harsha hemant isha ishaan jatin jaya jyoti kajal karan kartik kavita kavya khushi kiran komal kriti kumar kunal lalit lata madhu mahima manish manisha manoj mayank meena meera megha mohan mohit mukesh naina namrata nandini naresh naveen neha nidhi nikhil nikita nisha nitin pallavi pankaj pooja prakash pramod pranav prasad prashant pratik preeti prem prince priya puja rachna raghav raj raja rajan rajat rajeev rajesh raju rakesh rakhi ramesh rani rashmi ravi rekha renu richa ritu riya rohan rohini rupali sagar sahil saloni samir sandeep sandhya sanjay sanjana sanjeev santosh sarita satish saurabh seema shalini shankar sharad shashi shikha shilpa shivam shivani shreya shruti shubham shweta simran sneha sonal sonia sonali sourav srinivas subhash sudha sudhir suman sumit sunil sunita suraj suresh sushil swati tanvi tanya tarun tejas trisha uday uma umesh usha vaibhav vandana varsha varun venkat vidya vikas vikram vimal vinay vineet vinod vipin vishal vishnu vivek yogesh mohammed mohammad muhammad ahmed abdul imran irfan farhan ayesha fatima zara zoya gurpreet harpreet manpreet jaspreet",
  // Family names.
  "sharma verma gupta agarwal aggarwal singh kaur patel shah mehta desai joshi kulkarni patil deshmukh pawar chavan more jadhav shinde iyengar nair menon pillai reddy rao naidu chowdary choudhary yadav mishra pandey tiwari dubey trivedi chaturvedi shukla srivastava saxena mathur bhatt bhat shetty hegde gowda kamath banerjee mukherjee chatterjee ghosh bose das dutta sen roy chakraborty khan ansari sheikh siddiqui malik chopra kapoor khanna malhotra arora bhatia sethi ahuja gandhi nehru modi ambani tata birla",
  // Keys in a row, feelings, seasons and festivals.
  "abcd abcde abcdef abc qwerty qwertyuiop asdf asdfgh asdfghjkl zxcvbnm helloworld qazwsx iloveyou ilovemyfamily myfamily mylove loveyou love sunshine sunrise sunset monsoon summer winter spring autumn diwali holi eid christmas pongal onam navratri rakshabandhan chai biryani samosa mango lotus tiger peacock",
];

const familiarWords = [...new Set(lists.flatMap((list) => list.split(" ")))];

/** The guesses that a password must withstand: more than an attacker can afford against a stolen hash. */
const minGuesses = 1e8;
/**
 * The estimator's running time grows with the square of the length. If the first characters are hard to guess, so is the
 * whole password; a long password with an easy beginning is refused.
 */
const checkedCharacters = 24;
/**
 * The most ways of reading a password with letters for digits and signs (`p@ssw0rd`). Each one costs a full
 * search.
 */
const maxReadings = 4;
/** The longest email address has 254 characters. */
const maxPersonalCharacters = 254;
const maxPersonalWords = 24;
/** The ways to add a sign to a word: eight signs in about four places. */
const waysToAddASign = 32;
const sign = /[^\p{L}\p{N}]/gu;

let estimator: ZxcvbnFactory | undefined;

/** Builds the dictionaries at the first call, which takes a few tenths of a second. */
function getEstimator(): ZxcvbnFactory {
  estimator ??= new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary, familiar: familiarWords },
    graphs: common.adjacencyGraphs,
    l33tMaxSubstitutions: maxReadings,
    maxLength: checkedCharacters,
  });
  return estimator;
}

/** What makes a password easy to guess, in words that quote nothing of it; `short`: nothing else does. */
const weaknesses = {
  personal: "it contains your name or email",
  word: "it is built on a common word or name",
  keys: "it follows keys that are side by side",
  row: "it has letters or numbers in a row, like abc or 123",
  repeat: "it repeats itself",
  date: "it contains a year or a date",
  short: "it is short",
} as const;
type Weakness = keyof typeof weaknesses;

const weaknessOfPattern: Record<string, Weakness> = {
  dictionary: "word",
  spatial: "keys",
  sequence: "row",
  repeat: "repeat",
  date: "date",
  regex: "date",
};

/** Why an attacker guesses a password soon; null if they do not. `personal`: the user's address and names, as typed. */
export function findWeakness(password: string, personal: readonly string[]): string | null {
  const words = personalWords(personal);
  if (!hasFewGuesses(password, words)) return null;
  const found = getEstimator()
    .check(password, words)
    .sequence.map((match) =>
      match.dictionaryName === "userInputs" ? "personal" : weaknessOfPattern[match.pattern],
    );
  const weakness = (Object.keys(weaknesses) as Weakness[]).find((name) => found.includes(name));
  return weaknesses[weakness ?? "short"];
}

function hasFewGuesses(password: string, words: string[]): boolean {
  const guesses = (text: string) => getEstimator().check(text, words).guesses;
  if (guesses(password) < minGuesses) return true;
  // The estimator rates `Sunrise#2026` as three parts in an unknown order, but adding a sign and a year to a
  // word is common.
  const start = password.slice(0, checkedCharacters);
  const withoutSigns = start.replace(sign, "");
  const signs = start.length - withoutSigns.length;
  return guesses(withoutSigns) * waysToAddASign ** signs < minGuesses;
}

/** The words of an address and of names, and any two of them joined: Meera, Iyer, MeeraIyer, IyerMeera. */
function personalWords(personal: readonly string[]): string[] {
  const words = personal
    .flatMap((text) =>
      text
        .slice(0, maxPersonalCharacters)
        .toLowerCase()
        .split(/[^\p{L}]+/u),
    )
    .slice(0, maxPersonalWords);
  const pairs = words.flatMap((word, at) => words.map((other, where) => (at === where ? "" : word + other)));
  return [...new Set([...words, ...pairs])].filter((word) => word.length >= 3);
}
