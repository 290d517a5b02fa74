import { listRefusedAddresses } from "@greenroom/contract/desk/health.ts";
import { useQuery } from "@tanstack/react-query";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { EmptyState } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import { Table } from "../../ui/table.tsx";
import { OperatorQueryContent } from "../access/operator-query-content.tsx";
import { DeskTime } from "../time/desk-time.tsx";

/** Addresses that the mail server refused permanently, until it accepts a mail for them. */
export function RefusedAddresses() {
  const refused = useQuery(queryOptionsFor(listRefusedAddresses));
  return (
    <OperatorQueryContent query={refused} loadingLabel="Loading refused addresses…">
      {(rows) => (
        <Card padded={false} className="overflow-x-auto">
          {rows.length === 0 ? (
            <EmptyState title="No address is refused" detail="The mail server has accepted every email." />
          ) : (
            <Table
              caption="Refused addresses"
              rows={rows}
              rowKey={({ address }) => address}
              columns={[
                { key: "address", header: "Address", isHeading: true, cell: ({ address }) => address },
                { key: "reply", header: "The mail server said", cell: ({ reply }) => reply },
                { key: "times", header: "Times", align: "end", cell: ({ times }) => times },
                {
                  key: "last",
                  header: "Last",
                  cell: ({ lastAt }) => <DeskTime at={lastAt} />,
                },
              ]}
            />
          )}
        </Card>
      )}
    </OperatorQueryContent>
  );
}
