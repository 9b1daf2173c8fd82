import { openBenchHouse } from '/work/main/tests/bench/bench-house.ts'
import { compareTiming } from '/work/main/tests/bench/compare-timing.ts'

const bench = await openBenchHouse()
try {
  console.log(await compareTiming(bench.house))
} finally {
  await bench.close()
}
