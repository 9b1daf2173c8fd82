/** In requests and responses, money is dollars with at most two decimals. It is stored and summed in whole cents. */
export const toCents = (dollars: number) => Math.round(dollars * 100)

export const toDollars = (cents: number) => cents / 100

/** `1234.5` → `$1,234.50`. Made without Intl, whose first format takes longer at a cold start than all of our own code. */
export const formatDollars = (dollars: number) => `$${dollars.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`
