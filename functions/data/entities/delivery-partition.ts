/** Returns the key of the partition that a delivery shares with its history. */
export const deliveryPartition = (tenant: string, id: string) => `${tenant}#D#${id}`
