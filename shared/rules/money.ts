/** On the wire money is dollars with at most two decimals; it is kept and summed as whole cents. */
export const toCents = (dollars: number) => Math.round(dollars * 100)

export const toDollars = (cents: number) => cents / 100

/** `1234.5` → `$1234.50`: two decimals and a dollar sign. */
export const formatDollars = (dollars: number) => `$${dollars.toFixed(2)}`
