/** On the wire money is dollars with at most two decimals; it is kept and summed as whole cents. */
export const toCents = (dollars: number) => Math.round(dollars * 100)

export const toDollars = (cents: number) => cents / 100

const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `1234.5` → `$1,234.50`: two decimals and a dollar sign, thousands apart. */
export const formatDollars = (dollars: number) => dollarFormat.format(dollars)
