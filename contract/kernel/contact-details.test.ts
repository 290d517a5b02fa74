import { describe, expect, it } from "vitest";
import { findContactDetail } from "./contact-details.ts";

describe("a contact detail", () => {
  it.each([
    ["a link", "See https://kavya.example/cv"],
    ["a link", "See HTTP : //kavya"],
    ["a link", "www.kavya.blog"],
    ["a link", "kavya-rao.com has more"],
    ["a link", "My site is kavya dot com"],
    ["a link", "My site is kavya (dot) in"],
    ["a link", "kavya[.]dev"],
    ["a link", "kavya . com"],
    ["a link", "kavya。com"],
    ["a link", "ｋａｖｙａ．ｃｏｍ"],
    ["a link", "kav\u200bya.c\u200bom"],
    ["a link", "x.com/kavya"],
    ["a link", "wa.me/919876543210"],
    ["a link", "github.dev/kavya"],
    ["an email address", "kavya@gmail.com"],
    ["an email address", "kavya @ gmail . com"],
    ["an email address", "kavya(at)example(dot)org"],
    ["an email address", "kavya [at] example [dot] org"],
    ["an email address", "kavya at gmail dot com"],
    ["an email address", "kavyaml gmail com"],
    ["an email address", "k a v y a @ g m a i l . c o m"],
    ["a link", "kavya,com"],
    ["a link", "kavya.tech"],
    ["a UPI id", "kavya.rao@okaxis"],
    ["a UPI id", "Pay 9876@ybl"],
    ["a UPI id", "kavya (at) paytm"],
    ["a handle", "IG: kavyaml"],
    ["a phone number", "9876543210"],
    ["a phone number", "+91 98765 43210"],
    ["a phone number", "+91-98765-43210"],
    ["a phone number", "9 8 7 6 5 4 3 2 1 0"],
    ["a phone number", "9.8.7.6.5.4.3.2.1.0"],
    ["a phone number", "98765,43210"],
    ["a phone number", "(020) 2551 2345"],
    ["a phone number", "९८७६५४३२१०"],
    ["a phone number", "９８７６５４３２１０"],
    ["a phone number", "9️⃣8️⃣7️⃣6️⃣5️⃣4️⃣3️⃣2️⃣1️⃣0️⃣"],
    ["a phone number", "nine eight seven six five four three two one zero"],
    ["a phone number", "98seven65four3210"],
    ["a phone number", "98765o43210"],
    ["a handle", "On most sites I am @kavya_ml"],
    ["a handle", "insta: kavyaml"],
    ["a handle", "DM me on LinkedIn"],
    ["a handle", "reach me at the usual place"],
    ["markup", "<b>Best</b> mentor"],
    ["markup", '<a href="//x">me</a>'],
    ["markup", "<img src=x onerror=alert(1)"],
    ["markup", "[me](//kavya)"],
    ["markup", "&lt;b&gt;"],
  ])("is %s: %s", (kind, text) => {
    expect(findContactDetail(text)?.kind).toBe(kind);
  });

  it("is quoted as it was found", () => {
    expect(findContactDetail("Write to\nkavya @ gmail.com today")?.part).toBe("kavya @ gmail.com");
    expect(findContactDetail("My number: +91 98765 43210.")?.part).toBe("+91 98765 43210");
  });

  it.each([
    "Staff ML engineer @ Acme, ranking and search",
    "Ask for recall@k, precision@5, MRR@10. Plan A or B? x y z.",
    "Payments at WhatsApp - and search before that",
    "PyTorch 2.1, CUDA 12.4, CS224N, M.Sc., B.E./B.Tech., 1 to 1",
    "Staff engineer, ex-Google, IIT Bombay",
    "I ask about recall@10 and NDCG@k. In the end we talk about metrics.",
    "B.Tech/M.Tech in Computer Science, Node.js and scikit-learn",
    "Worked from 2012-2016, 2016 - 2019 and 2019 – 2026",
    "A table of 10,000,000 rows, 1 000 000 000 events and 1,00,00,000 users",
    "p < 0.05 and n > 30; if x < y and y > z, then why?",
    "The dot product, a dot plot, and what one or two of them say",
    "Built spam filters for Gmail and payments at WhatsApp",
    "45 minutes: 30 of questions, 10 of feedback, 5 of break",
    "I wait. Then I give one hint, e.g. “what if the data is skewed?”, and/or a smaller case.",
    "You can stop me at any time, and ask me anything",
    "Etc. Come with questions! Info is cheap; judgment isn't.",
    "मैं हिंदी में भी इंटरव्यू लेती हूँ।",
  ])("is nowhere in: %s", (text) => {
    expect(findContactDetail(text)).toBeNull();
  });
});
