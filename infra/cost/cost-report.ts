import { lifeUsage } from './delivery-life.ts'
import { type CostedTemplate, idleUsage } from './idle-usage.ts'
import { costByService, costOf, priceListDate, sumOfUsage, type Usage } from './price-list.ts'

const deliveries = 1000

/** Deliveries a month by which the goal for one delivery is reckoned: what is there anyway is shared by them. */
export const goalVolume = 10_000

export const goals = { idleMonth: 25, delivery: 0.002 }

/** What an environment costs, in lines to print; `templates` are its own and its second region's. */
export function costReport(
  name: string,
  templates: readonly CostedTemplate[],
  { hasSecondRegion }: { hasSecondRegion: boolean },
): string[] {
  const idle = sumOfUsage(templates.map(idleUsage))
  const life = lifeUsage({ hasSecondRegion })
  const many = scaled(life, deliveries)
  const parts = new Map(costByService(many))
  return [
    `${name}, US dollars at list prices of ${priceListDate}`,
    row('service', 'idle month', `${deliveries} deliveries`),
    ...[...new Set([...costByService(idle), ...costByService(many)].map(([service]) => service))].map((service) =>
      row(service, money(new Map(costByService(idle)).get(service) ?? 0), money(parts.get(service) ?? 0)),
    ),
    row('all', money(costOf(idle)), money(costOf(many))),
    `one delivery: ${costOf(life).toFixed(5)}; with its share of the idle month at ${goalVolume} a month: ${(costOf(life) + costOf(idle) / goalVolume).toFixed(5)}`,
    '',
  ]
}

const scaled = (usage: Usage, factor: number): Usage =>
  Object.fromEntries(Object.entries(usage).map(([name, amount]) => [name, amount * factor]))

const row = (...[service = '', ...amounts]: readonly string[]) =>
  `  ${service.padEnd(18)}${amounts.map((amount) => amount.padStart(16)).join('')}`

const money = (dollars: number) => dollars.toFixed(2)
