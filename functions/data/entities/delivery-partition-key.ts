/** Returns the key of the partition that a delivery shares with its history. */
export const deliveryPartitionKey = (tenant: string, id: string) => `${tenant}#D#${id}`
