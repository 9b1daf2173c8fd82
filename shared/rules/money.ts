/**
 * Converts dollars to whole cents. Requests and responses have amounts in dollars, with at most two decimals. Amounts are stored
 * and added in cents.
 */
export const toCents = (dollars: number) => Math.round(dollars * 100)

export const toDollars = (cents: number) => cents / 100

/**
 * Formats `1234.5` as `$1,234.50`. It avoids Intl, whose first use takes longer than the rest of our code when a Lambda function
 * starts cold.
 */
export const formatDollars = (dollars: number) => `$${dollars.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`
