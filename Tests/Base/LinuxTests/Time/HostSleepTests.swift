import Expecting
import Linux
import Support
import Testing

struct HostSleepTests {
    @Test func `everybody who watches hears once of each sleep, and how long it was`() async {
        await LoopThread.run {
            let led = SleepingHost()
            let sleep = led.host
            let (one, two) = (SleepWatch(of: sleep), SleepWatch(of: sleep))
            var heard: [String] = []
            one.watch { heard.append("one \($0.components.seconds)") }
            two.watch { heard.append("two \($0.components.seconds)") }
            sleep.look()
            expect(heard, is: [])
            led.suspend(.seconds(3 * 3600))
            sleep.look()
            sleep.look()
            expect(heard, is: ["one 10800", "two 10800"])
            one.stop()
            led.suspend(.seconds(60))
            sleep.look()
            expect(heard.dropFirst(2), is: ["two 60"])
        }
    }

    @Test func `clocks that differ a little are no sleep, and add up to none that is told twice`()
        async
    {
        await LoopThread.run {
            let led = SleepingHost()
            let sleep = led.host
            let watch = SleepWatch(of: sleep)
            var heard: [Duration] = []
            watch.watch { heard.append($0) }
            led.suspend(.milliseconds(900))
            sleep.look()
            expect(heard, is: [])
            led.suspend(.milliseconds(900))
            sleep.look()
            expect(heard, is: [.milliseconds(1800)])
        }
    }

    @Test func `whoever is gone hears nothing, and who comes later only of what comes later`()
        async
    {
        await LoopThread.run {
            let led = SleepingHost()
            let sleep = led.host
            var heard: [String] = []
            var gone: SleepWatch? = SleepWatch(of: sleep)
            gone?.watch { _ in heard.append("gone") }
            gone = nil
            #expect(gone == nil)
            led.suspend(.seconds(500))
            let late = SleepWatch(of: sleep)
            late.watch { heard.append("late \($0.components.seconds)") }
            sleep.look()
            expect(heard, is: [])
            led.suspend(.seconds(7))
            sleep.look()
            expect(heard, is: ["late 7"])
        }
    }
}
