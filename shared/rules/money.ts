/**
 * Converts dollars to cents. Requests and responses have dollars with at most two decimals; money is stored and added in whole
 * cents.
 */
export const toCents = (dollars: number) => Math.round(dollars * 100)

export const toDollars = (cents: number) => cents / 100

/**
 * Formats `1234.5` as `$1,234.50`. This doesn't use Intl, whose first use takes longer than the rest of our code when a function
 * starts cold.
 */
export const formatDollars = (dollars: number) => `$${dollars.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`
