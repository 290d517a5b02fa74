import clsx from "clsx";
import { NavLink, Outlet, useLocation, useNavigate } from "react-router";
import { paths } from "../../../paths.ts";
import { FilterChoice } from "../../filters/filter-fields.tsx";

const parts = [
  { to: paths.operatorMoney, label: "Payments", isExact: true },
  { to: paths.operatorMoneyPart("refunds"), label: "Refunds" },
  { to: paths.operatorMoneyPart("approvals"), label: "Approvals" },
  { to: paths.operatorMoneyPart("orders"), label: "Unpaid orders" },
  { to: paths.operatorMoneyPart("payouts"), label: "Payouts" },
  { to: paths.operatorMoneyPart("prices"), label: "Prices and coupons" },
  { to: paths.operatorMoneyPart("figures"), label: "Figures" },
  { to: paths.operatorMoneyPart("settlements"), label: "Reconciliation" },
] as const;

/** The pages about money, with links between them. */
export default function MoneyLayout() {
  return (
    <>
      <PartChoice />
      <nav aria-label="Money" className="mb-5 max-md:hidden">
        <ul className="flex w-fit flex-wrap gap-1 rounded-lg bg-sunk p-1">
          {parts.map((part) => (
            <li key={part.to}>
              <NavLink
                to={part.to}
                end={"isExact" in part}
                className={({ isActive }) =>
                  clsx(
                    "inline-flex min-h-10 pointer-coarse:min-h-11 items-center whitespace-nowrap rounded-full px-4 text-sm font-semibold",
                    isActive ? "bg-card text-ink shadow-lift ring-1 ring-line" : "text-ink-2 hover:text-ink",
                  )
                }
              >
                {part.label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </>
  );
}

/** On a phone the pages are a list to choose from, because the row of links is wider than the screen. */
function PartChoice() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  // The first part is the beginning of every other address, so it comes last.
  const current = [...parts].reverse().find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <div className="mb-5 md:hidden">
      <FilterChoice
        label="Part of Money"
        choices={Object.fromEntries(parts.map(({ to, label }) => [to, label]))}
        value={current?.to}
        onChange={(to) => void navigate(to)}
      />
    </div>
  );
}
