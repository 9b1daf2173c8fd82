/** On the wire money is dollars with at most two decimals; it is kept and summed as whole cents. */
export const toCents = (dollars: number) => Math.round(dollars * 100)

export const toDollars = (cents: number) => cents / 100

/**
 * `1234.5` → `$1,234.50`: two decimals and a dollar sign, thousands apart. Without Intl, whose first format costs a cold start more
 * than all of our own code.
 */
export const formatDollars = (dollars: number) => `$${dollars.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`
