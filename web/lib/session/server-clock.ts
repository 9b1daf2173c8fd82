let aheadMs = 0

/** Remembers what the server's clock says, from an answer's `date` header. */
export function hearServerTime(date: string | undefined) {
  const told = Date.parse(date ?? '')
  if (!Number.isNaN(told)) aheadMs = told - Date.now()
}

/** Now, by the server's clock once it has answered: a device's clock may be wrong by days. */
export const serverNow = () => new Date(Date.now() + aheadMs)
