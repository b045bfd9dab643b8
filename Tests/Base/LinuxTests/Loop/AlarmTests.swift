import Expecting
import Linux
import Support
import Testing

struct AlarmTests {
    @Test func `an alarm calls once, and can be set again`() async {
        await LoopThread.run {
            let pace = Pace.led()
            let alarm = Alarm(on: pace)
            var calls: [Int] = []
            alarm.set(after: .seconds(1)) { calls.append(1) }
            alarm.set(after: .seconds(3)) { calls.append(2) }
            pace.pass(.seconds(2))
            expect(calls, is: [])
            expect(alarm.isSet, is: true)
            pace.pass(.seconds(2))
            expect(calls, is: [2])
            expect(alarm.isSet, is: false)
            let moment = pace.now + .seconds(5)
            alarm.set(at: moment) { calls.append(3) }
            expect(alarm.moment, is: moment)
            pace.pass(.seconds(6))
            expect(alarm.moment, is: nil)
            expect(calls, is: [2, 3])
        }
    }

    @Test func `an alarm that is cancelled or set for no moment calls nobody`() async {
        await LoopThread.run {
            let pace = Pace.led()
            let alarm = Alarm(on: pace)
            var calls = 0
            alarm.set(after: .seconds(1)) { calls += 1 }
            alarm.cancel()
            alarm.set(after: .seconds(1)) { calls += 1 }
            alarm.set(at: nil) { calls += 1 }
            pace.pass(.seconds(5))
            expect(calls, is: 0)
        }
    }

    @Test func `an alarm ends with its owner, and may set itself again`() async {
        await LoopThread.run {
            let pace = Pace.led()
            var calls = 0
            var owned: Alarm? = Alarm(on: pace)
            owned?.set(after: .seconds(1)) { calls += 1 }
            owned = nil
            let alarm = Alarm(on: pace)
            alarm.set(after: .seconds(1)) { alarm.set(after: .seconds(1)) { calls += 10 } }
            pace.pass(.seconds(5))
            expect(calls, is: 10)
        }
    }

    @Test func `an alarm goes by the machine's clock where it is given no other`() async {
        await LoopThread.run {
            let alarm = Alarm()
            var isCalled = false
            alarm.set(at: EventLoop.now + .milliseconds(5)) { isCalled = true }
            expect(await eventually { isCalled })
        }
    }
}
