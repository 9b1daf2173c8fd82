/** A delivery and its history lie in one partition. */
export const deliveryPartition = (tenant: string, id: string) => `${tenant}#D#${id}`
