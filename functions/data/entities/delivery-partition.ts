/** A delivery and its history share a partition. */
export const deliveryPartition = (tenant: string, id: string) => `${tenant}#D#${id}`
