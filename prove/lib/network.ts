import { execFileSync } from "node:child_process";

/*
 * A small internet of network namespaces: the server's, in which this program runs, and two homes whose routers give
 * every destination another port. Only root on Linux can make one.
 */

export const serverAddress = "198.18.0.1";
export const serverSpace = "greenroom-server";
const homes = ["a", "b"] as const;
export type Home = (typeof homes)[number];
const spaceOf = (home: Home) => `greenroom-${home}`;
const routerOf = (home: Home) => `greenroom-router-${home}`;
const allSpaces = [serverSpace, ...homes.flatMap((home) => [spaceOf(home), routerOf(home)])];

function run(command: string): void {
  const [program = "", ...words] = command.split(" ");
  execFileSync(program, words, { stdio: ["ignore", "ignore", "pipe"] });
}

const inside = (space: string, command: string) => run(`ip netns exec ${space} ${command}`);

/** Why this machine cannot run the drill; null when it can. */
export function findObstacle(): string | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "it needs root on Linux";
  for (const program of ["ip", "tc", "nft", "turnserver"])
    try {
      execFileSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" });
    } catch {
      return `it needs the program ${program} (Debian: iproute2, nftables, coturn)`;
    }
  return null;
}

/** As on the internet, packets to other people's private addresses vanish without an error. */
function swallowTheRest(space: string): void {
  inside(space, "ip link add void type veth peer name nowhere");
  inside(space, "ip link set void arp off up");
  inside(space, "ip link set nowhere up");
  inside(space, "ip route add default dev void");
}

export function createNetwork(): void {
  removeNetwork();
  for (const space of allSpaces) {
    run(`ip netns add ${space}`);
    inside(space, "ip link set lo up");
  }
  inside(serverSpace, "ip link add street type bridge");
  inside(serverSpace, `ip addr add ${serverAddress}/24 dev street`);
  inside(serverSpace, "ip link set street up");
  swallowTheRest(serverSpace);
  for (const [index, home] of homes.entries()) {
    const [router, space] = [routerOf(home), spaceOf(home)];
    inside(serverSpace, `ip link add to-${home} type veth peer name street netns ${router}`);
    inside(serverSpace, `ip link set to-${home} master street up`);
    inside(router, `ip addr add 198.18.0.${11 + index}/24 dev street`);
    inside(router, "ip link set street up");
    inside(router, `ip link add home type veth peer name home netns ${space}`);
    inside(router, `ip addr add 198.19.${index}.1/24 dev home`);
    inside(router, "ip link set home up");
    inside(space, `ip addr add 198.19.${index}.2/24 dev home`);
    inside(space, "ip link set home up");
    inside(space, `ip route add default via 198.19.${index}.1`);
    inside(router, "sysctl -q -w net.ipv4.ip_forward=1");
    swallowTheRest(router);
  }
  setLine({});
}

export function removeNetwork(): void {
  for (const space of allSpaces)
    try {
      run(`ip netns delete ${space}`);
    } catch {
      // It was not there.
    }
}

/** What both homes' lines do to packets; by default they carry all. */
export interface Line {
  blocksUdp?: boolean;
  isDown?: boolean;
  /** Of each direction, in kbit/s. */
  rate?: number;
  lossPercent?: number;
}

export function setLine({ blocksUdp = false, isDown = false, rate, lossPercent = 0 }: Line): void {
  const drops = [
    ...(isDown ? ["drop"] : []),
    ...(blocksUdp ? ["meta l4proto udp drop"] : []),
    ...(lossPercent > 0 ? [`numgen random mod 100 < ${lossPercent} drop`] : []),
  ];
  const rules = `flush ruleset
    table ip line {
      chain forward { type filter hook forward priority 0; ${drops.map((rule) => `${rule};`).join(" ")} }
      chain nat { type nat hook postrouting priority 100; oifname "street" masquerade fully-random; }
    }`;
  for (const home of homes) {
    const router = routerOf(home);
    execFileSync("ip", ["netns", "exec", router, "nft", "-f", "-"], { input: rules });
    for (const device of ["street", "home"])
      if (rate === undefined)
        try {
          inside(router, `tc qdisc del dev ${device} root`);
        } catch {
          // It had no limit.
        }
      else inside(router, `tc qdisc replace dev ${device} root tbf rate ${rate}kbit burst 4kb latency 400ms`);
  }
}

/** A command that runs a program in a home, for whoever starts programs by their path. */
export const wrapperFor = (home: Home, program: string) =>
  `#!/bin/sh\nexec ip netns exec ${spaceOf(home)} ${program} "$@"\n`;

/** The bytes that a home has sent and received, with all headers. */
export function readBytes(home: Home): number {
  const counters = ["rx_bytes", "tx_bytes"].map((name) => `/sys/class/net/street/statistics/${name}`);
  const words = ["netns", "exec", routerOf(home), "cat", ...counters];
  const [received, sent] = execFileSync("ip", words, { encoding: "utf8" }).trim().split("\n").map(Number);
  return (received ?? 0) + (sent ?? 0);
}
