// As much of rclcpp as the recipe calls: declarations, so that a compiler can check the calls.
#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace rclcpp
{
class QoS
{
public:
  QoS(std::size_t depth);  // NOLINT: a number is a QoS, as in rclcpp
  QoS & transient_local();
};

class SensorDataQoS : public QoS
{
public:
  SensorDataQoS();
};

struct Logger {};

template<typename MessageT>
class Publisher
{
public:
  using SharedPtr = std::shared_ptr<Publisher>;
  void publish(const MessageT & message);
};

template<typename MessageT>
class Subscription
{
public:
  using SharedPtr = std::shared_ptr<Subscription>;
};

class Node
{
public:
  explicit Node(const std::string & name);
  virtual ~Node();
  Logger get_logger() const;

  template<typename ParameterT>
  ParameterT declare_parameter(const std::string & name, const ParameterT & default_value);

  template<typename MessageT>
  typename Publisher<MessageT>::SharedPtr create_publisher(const std::string & topic, const QoS & qos);

  template<typename MessageT>
  typename Subscription<MessageT>::SharedPtr create_subscription(
    const std::string & topic, const QoS & qos, std::function<void(const MessageT &)> callback);
};

void init(int argc, char ** argv);
void spin(std::shared_ptr<Node> node);
void shutdown();

void print(const Logger & logger, const char * format, ...) __attribute__((format(printf, 2, 3)));
}  // namespace rclcpp

#define RCLCPP_ERROR(logger, ...) rclcpp::print(logger, __VA_ARGS__)
