/** How much of everything is measured. */
export interface Extent {
  /** The checkouts whose products are measured in turn: this one, and another one if it was asked for. */
  roots: readonly string[]
  /** How often a page is opened at most, how many processes are started, and how often each call is made. */
  rounds: number
  processes: number
  calls: number
  /** The numbers of deliveries in the tenants that are compared. */
  sizes: readonly [small: number, large: number]
  /** How many known and unknown addresses are compared, and the number of deliveries in an audit packet. */
  pairs: number
  packetSize: number
}

export const extents: Readonly<Record<string, Omit<Extent, 'roots'>>> = {
  small: { rounds: 1, processes: 1, calls: 3, sizes: [1000, 2000], pairs: 5, packetSize: 5 },
  usual: { rounds: 3, processes: 15, calls: 100, sizes: [1000, 100_000], pairs: 600, packetSize: 200 },
  full: { rounds: 5, processes: 25, calls: 300, sizes: [1000, 1_000_000], pairs: 600, packetSize: 200 },
}
